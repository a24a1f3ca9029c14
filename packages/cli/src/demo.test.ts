import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recordingText } from '../demo/build-recording.ts'

test('the recording is what the story says: node packages/cli/demo/build-recording.ts writes it', () => {
  const recording = readFileSync(new URL('../demo/recording.jsonl', import.meta.url), 'utf8')
  expect(recording).toBe(recordingText())
})
