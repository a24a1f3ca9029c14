import { expect, test } from 'vitest'
import { curveSvg } from './curve-svg.ts'

const points = [
  { budgetTokens: 1_000, value: 0 },
  { budgetTokens: 2_000, value: 0.5 },
  { budgetTokens: 4_000, value: 1 },
]

test('doublings are equally far apart, and what is right is up', () => {
  const svg = curveSvg('recall', [{ name: 'tail', points }])
  expect(svg).toContain('points="50.0,370.0 280.0,195.0 510.0,20.0"')
  expect(svg).toContain('>2k</text>')
})

test('names are text, whatever they hold', () => {
  expect(curveSvg('a < b', [{ name: 'x & y', points }])).toContain('x &amp; y')
})

test('the eleventh line repeats a colour with dashes', () => {
  const svg = curveSvg(
    'many',
    Array.from({ length: 11 }, (_, at) => ({ name: `arm ${at}`, points })),
  )
  expect(svg.match(/stroke-dasharray/g)).toHaveLength(2)
})
