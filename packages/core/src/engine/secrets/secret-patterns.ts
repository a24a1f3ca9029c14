/**
 * What a secret looks like in a text: keys with a maker's prefix, private-key blocks, and values that a name calls secret. Pure.
 * A pattern must know where its secret ends and may not match what stands in for one, so that masking twice changes nothing.
 */

export type SecretKind = {
  readonly name: string /** Group `secret` where not all of the match is one. */
  readonly pattern: RegExp
}

/** Bounded everywhere: a text of any length is read once. */
const B64 = 'A-Za-z0-9+/'
const KEY_LINE = `[ \\t]{0,16}[${B64}]{20,90}={0,2}\\r?`
const NAMES =
  '(?:secret|token|passw(?:or)?d|passphrase|pwd|api_?-?key|apikey|private_?-?key|access_?-?key|account_?-?key|client_?-?secret|credential|auth_?-?key|signing_?-?key|encryption_?-?key|master_?-?key)s?'

export const SECRET_KINDS: readonly SecretKind[] = [
  {
    name: 'private key',
    // Cut off at either end too: a page of a file may begin or end inside the block. It ends before another one begins, so
    // that a text of nothing but beginnings is read once.
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----BEGIN )[\s\S]){0,20000}?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?![\s\S])|(?=-----BEGIN )|\n(?=\n[^\n]*\S))/g,
  },
  {
    name: 'end of a private key',
    // From the first line of a run only: from each of them a long one would be read again and again.
    pattern: new RegExp(
      `(?<=^|\\n)(?<!(?:^|\\n)${KEY_LINE}\\n)(?<secret>(?:${KEY_LINE}\\n)+[ \\t]{0,16}-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)`,
      'g',
    ),
  },
  { name: 'OpenAI or Anthropic key', pattern: /\bsk-[A-Za-z0-9_-]{20,250}(?![A-Za-z0-9_-])/g },
  { name: 'GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{22,255})\b/g },
  { name: 'GitLab token', pattern: /\bgl(?:pat|ptt|dt|rt|cbt|ft|soat)-[A-Za-z0-9_-]{20,100}(?![A-Za-z0-9_-])/g },
  { name: 'AWS key id', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g },
  { name: 'Google key', pattern: /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
  { name: 'Google OAuth secret', pattern: /\bGOCSPX-[A-Za-z0-9_-]{20,60}(?![A-Za-z0-9_-])/g },
  { name: 'Slack token', pattern: /\bxox[abeprs]-[A-Za-z0-9-]{10,250}/g },
  { name: 'Slack hook', pattern: /(?<=https:\/\/hooks\.slack\.com\/services\/)[A-Za-z0-9/]{20,100}/g },
  { name: 'Stripe key', pattern: /\b(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,250}\b/g },
  { name: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { name: 'PyPI token', pattern: /\bpypi-[A-Za-z0-9_-]{40,300}(?![A-Za-z0-9_-])/g },
  { name: 'Hugging Face token', pattern: /\bhf_[A-Za-z0-9]{30,100}\b/g },
  { name: 'SendGrid key', pattern: /\bSG\.[A-Za-z0-9_-]{16,40}\.[A-Za-z0-9_-]{16,80}(?![A-Za-z0-9_-])/g },
  { name: 'DigitalOcean token', pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/g },
  { name: 'Telegram bot token', pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g },
  { name: 'age key', pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b/g },
  {
    name: 'JSON web token',
    pattern: /\beyJ[A-Za-z0-9_-]{8,4000}\.eyJ[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{10,2000}(?![A-Za-z0-9_-])/g,
  },
  {
    name: 'password in an address',
    pattern: /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@'"]{0,100}:)[^\s/@'"[\]{}$<>]{3,200}(?=@[\w.[-])/g,
  },
  {
    name: 'authorization header',
    pattern: /(?<=\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:bearer|basic|token)\s{1,3})[\w.~+/=-]{8,4000}/gi,
  },
  {
    name: 'bearer token',
    pattern: /(?<=\bbearer )(?=[\w.~+/-]{0,200}\d)[\w.~+/-]{16,4000}={0,2}/gi,
  },
  {
    name: 'variable of a secret name',
    // As `env` and .env files write it: a name in capitals, an equals sign, and the rest of the line.
    pattern: new RegExp(
      `(?<=(?:^|[\\s;'"])(?:export[ \\t]{1,4}|set[ \\t]{1,4})?(?:[A-Z][A-Z0-9]{0,40}_){0,6}${NAMES.toUpperCase()}(?:_[A-Z0-9]{1,30}){0,3}[ \\t]?=[ \\t]?)(?<quote>["']?)(?<secret>[^\\s"'\`$<>{}()\\[\\];,]{6,4000})\\k<quote>(?=$|[\\s;,"'])`,
      'gm',
    ),
  },
  {
    name: 'field of a secret name',
    // Quoted, as in JSON, YAML and source; it must look made up, not chosen as a name of something.
    pattern: new RegExp(
      `(?<=(?:^|[\\s,{("'._-]|[a-z])${caseless(NAMES)}["']?[ \\t]{0,4}(?::|=|=>|:=)[ \\t]{0,4})(?<quote>["'])(?=[^"'\\n]{0,200}\\d)(?<secret>[^\\s"'\`$<>{}()\\[\\]]{8,4000})\\k<quote>`,
      'gm',
    ),
  },
  {
    name: 'plain field of a secret name',
    // As YAML, INI and .npmrc write it: alone on its line.
    pattern: new RegExp(
      `(?<=^[ \\t]{0,40}(?:- )?(?:[\\w./@:-]{0,60}[._-])?${caseless(NAMES)}[ \\t]{0,4}[:=][ \\t]{0,4})(?=\\S{0,200}\\d)(?=\\S{0,200}[A-Za-z])(?<secret>[^\\s"'\`$<>{}()\\[\\],;]{8,4000})(?=[ \\t\\r]{0,10}$)`,
      'gm',
    ),
  },
]

/** A lookbehind cannot take a flag of its own. */
function caseless(source: string): string {
  return source.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`).replaceAll('?[:]', '?:')
}

const STANDS_FOR_NOTHING =
  /^(?:x+|\*+|\.+|-+|_+|changeme|change-me|example|placeholder|redacted|undefined|null|none|true|false|required|optional|string|your[_-].*|my[_-].*|.*(?:process\.env|os\.environ|secrets\.).*)$/i

/** Words that documents and examples put where a secret would stand. */
export const isPlaceholder = (value: string): boolean => STANDS_FOR_NOTHING.test(value)
