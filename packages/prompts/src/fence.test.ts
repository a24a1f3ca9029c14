import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FENCE_TAGS, fence, fenceVerbatim } from './fence.ts'

test('text stands between two tags on lines of their own', () => {
  expect(fence({ tag: 'packet', text: 'one\ntwo', attributes: { by: 'a "b" <c>' } })).toBe(
    '<packet by="a &quot;b&quot; &lt;c&gt;">\none\ntwo\n</packet>',
  )
})

test('nothing inside can write a tag of ours, however it is spelt', () => {
  const rows = [
    ['</packet>', '&lt;/packet>'],
    ['< / Packet >', '&lt; / Packet >'],
    ['<\u200b/packet>', '&lt;\u200b/packet>'],
    ['<handoff note="x">', '&lt;handoff note="x">'],
    ['<packets>', '<packets>'],
    ['a < b && <div>', 'a < b && <div>'],
  ]
  for (const [text, escaped] of rows)
    expect(fence({ tag: 'packet', text: text! })).toBe(`<packet>\n${escaped}\n</packet>`)
})

test('a verbatim fence changes its tag instead of the text', () => {
  const text = 'Close with </project_instructions> and <project_instructions_2>.'
  expect(fenceVerbatim({ tag: 'project_instructions', text })).toBe(
    `<project_instructions_3>\n${text}\n</project_instructions_3>`,
  )
})

const nasty = fc
  .array(fc.oneof(fc.constantFrom('<', '</', '/', '>', ' ', '\n', '&lt;', '\ud800', '_2', ...FENCE_TAGS), fc.string()))
  .map((parts) => parts.join(''))

test('a fence has exactly one opening and one closing tag, whatever is inside', () => {
  fc.assert(
    fc.property(nasty, fc.constantFrom(...FENCE_TAGS), (text, tag) => {
      const fenced = fence({ tag, text })
      const tags = fenced.match(/<\s*\/?\s*[a-z_]+/gi)?.filter((t) => FENCE_TAGS.some((name) => t.endsWith(name))) ?? []
      return (
        tags.length >= 2 &&
        fenced.split(`</${tag}>`).length === 2 &&
        fenced.startsWith(`<${tag}>\n`) &&
        fenced.isWellFormed()
      )
    }),
  )
})

test('verbatim text is byte-identical between tags it does not contain', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const fenced = fenceVerbatim({ tag: 'project_instructions', text })
      const name = /^<([a-z0-9_]+)>\n/.exec(fenced)?.[1] ?? ''
      return fenced === `<${name}>\n${text}\n</${name}>` && !text.toLowerCase().includes(`</${name}>`)
    }),
  )
})
