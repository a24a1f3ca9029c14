import { expect, test } from 'vitest'
import { EMPTY_EDITOR } from '../composer/editor.ts'
import { startScreen } from '../store/screen.ts'
import { firstFrame } from './first-frame.ts'
import { frameOf } from './frame.ts'

test('the frame that is drawn before the client is loaded is the one it begins with', () => {
  for (const columns of [20, 40, 80, 200])
    for (const rows of [6, 24, 60]) {
      const size = { columns, rows }
      const opening = { cwd: '/home/me/project', settings: {} }
      const state = startScreen({ size, at: 0, opening, editor: EMPTY_EDITOR, history: [] })
      expect(firstFrame(size)).toEqual(frameOf(state))
    }
})
