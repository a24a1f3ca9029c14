import { expect, test } from 'vitest'
import { textOfHtml } from './html-text.ts'

const check = (html: string, expected: string) => expect(textOfHtml(html)).toBe(expected)

test('words, lists, tables and links, and nothing that only a browser uses', () => {
  check(
    '<html><head><title>Tides &amp; moons</title><style>p{}</style></head><body><script>x("<p>")</script>' +
      '<h1>High water</h1><p>At <b>noon</b>, see <a class=x href="/table">the <i>table</i></a>.</p><!-- no -->' +
      '<ul><li>one<li>two</ul><table><tr><td>a</td><td>b</td></tr></table></body>',
    'Tides & moons\n\nHigh water\n\nAt noon, see the table (/table).\n\n- one\n- two\n\na\tb',
  )
})

test('broken pages give their words', () => {
  check('a < b &lt;c&gt; &#65;&#x42; &#0; &#xd800; &nosuch; <p', 'a < b <c> AB &#0; � &nosuch;')
  check('<script>never closed', '')
  check('', '')
})

// Two megabytes are the most that is fetched. Where a pattern looks on for each of them to the end, this takes hours.
test.each(['<p ', '<a ', '<a href=x>', '<a href=x href=', '<li ', '<title>', ' ', '\t', '&a', '<!--', '</td '])(
  'a page of nothing but %j keeps nobody busy',
  (piece) => {
    const page = piece.repeat(2_000_000 / piece.length)
    expect(textOfHtml(page).length).toBeLessThanOrEqual(page.length)
  },
)
