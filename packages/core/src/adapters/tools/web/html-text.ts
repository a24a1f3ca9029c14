/**
 * What a person would read of a web page, as plain text with its links. Pure; a page that is no good HTML still gives its words.
 * Every pattern is bounded: a page may be written to keep its reader busy, and two megabytes are looked at once, not squared.
 */

const DROPPED = /<(script|style|noscript|template|svg|head)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const COMMENTS = /<!--[\s\S]*?(?:-->|$)/g
const LINK =
  /<a\b[^<>]{0,300}?\bhref\s{0,9}=\s{0,9}["']?([^"'\s<>]{1,1000})(?=["'\s>])[^<>]{0,300}>([\s\S]{0,300}?)<\/a\s{0,9}>/gi
const BLOCK_ENDS =
  /<\/?(?:p|div|section|article|header|footer|main|nav|ul|ol|table|tr|h[1-6]|pre|blockquote|br|hr|dt|dd|form)\b[^<>]{0,1000}>/gi
const TAG = /<\/?[a-z!][^>]*(?:>|$)/gi

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  copy: '©',
  laquo: '«',
  raquo: '»',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
}

export const textOfHtml = (html: string): string => {
  const title = /<title\b[^<>]{0,200}>([\s\S]{0,300}?)<\/title\s{0,9}>/i.exec(html)?.[1]?.trim() ?? ''
  const body = html
    .replaceAll(COMMENTS, '')
    .replaceAll(DROPPED, '')
    .replaceAll(LINK, (_, href: string, inner: string) => linkText(href, inner.replaceAll(TAG, '').trim()))
    .replaceAll(/<li\b[^<>]{0,1000}>/gi, '\n- ')
    .replaceAll(/<\/t[dh]\s{0,9}>/gi, '\t')
    .replaceAll(BLOCK_ENDS, '\n')
    .replaceAll(TAG, '')
  const text = decoded(body)
    .replaceAll(/[ ]{2,}/g, ' ')
    .split('\n')
    .map((line) => line.trimEnd().replace(/^ /, ''))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return title === '' ? text : `${decoded(title)}\n\n${text}`
}

/** Where a link leads inside its own page is no use without the page. */
const linkText = (href: string, text: string): string =>
  text === '' || /^(#|javascript:)/i.test(href) ? text : `${text} (${href})`

const decoded = (text: string): string =>
  text.replaceAll(/&(#x?[0-9a-f]+|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
    return Number.isInteger(code) && code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code).toWellFormed() : whole
  })
