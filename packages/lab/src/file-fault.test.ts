import { expect, test } from 'vitest'
import { fileFault } from './file-fault.ts'

const fault = (code: string) => fileFault('/a/b', Object.assign(new Error('x'), { code }))

test('what the file system refused is told with what to do, and what has no words keeps its name', () => {
  expect(['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EIO'].map(fault)).toEqual([
    'There is no file /a/b: check the name, and the folder it is meant against.',
    'There is no file /a/b: a part of the path is not a folder.',
    '/a/b is a folder: name a file in it.',
    '/a/b may not be read by you: check its permissions.',
    '/a/b cannot be read: EIO.',
  ])
})
