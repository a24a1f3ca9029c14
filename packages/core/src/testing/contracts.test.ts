import { test } from 'vitest'
import { blobStoreContract } from './contracts/blob-store.ts'
import { modelClientContract } from './contracts/model-client.ts'
import { projectFilesContract } from './contracts/project-files.ts'
import { threadStoreContract } from './contracts/thread-log.ts'
import { failure, memoryBlobs, memoryClock, memoryProjectFiles, memoryThreadStore, scriptedModel } from './index.ts'

for (const { name, run } of blobStoreContract(async () => memoryBlobs())) test(`memory blobs: ${name}`, run)

for (const { name, run } of projectFilesContract(async () => memoryProjectFiles()))
  test(`memory project files: ${name}`, run)

for (const { name, run } of threadStoreContract(async () => memoryThreadStore(memoryClock())))
  test(`memory threads: ${name}`, run)

const scripted = modelClientContract({
  answering: async () => scriptedModel([{ text: 'All green.' }]),
  calling: async () => scriptedModel([{ calls: [{ name: 'read', arguments: { path: 'notes.txt' } }] }]),
  breakingOff: async () => scriptedModel([{ fault: failure('stream_cut'), textBefore: 'All' }]),
  hanging: async () => scriptedModel([{ hangAfter: 'All' }]),
})

for (const { name, run } of scripted) test(`scripted model: ${name}`, run)
