/** What guards the rows of kind MEDIA: images and attachments. */
export const media = [
  {
    row: 'MEDIA-01',
    without: 'sentences in place of images where a summary is asked for',
    test: 'packages/core/src/daemon/rows/media.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/condense.ts',
        text: '...withoutImages(fencedItems(visibleItems(history))),',
        becomes: '...fencedItems(visibleItems(history)),',
      },
    ],
  },
  {
    row: 'MEDIA-02',
    without: 'the limit on bytes beside the one on tokens',
    test: 'packages/core/src/daemon/rows/images.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/engine/body-bytes.ts',
        text: 'if (bytes <= bytesMax) continue',
        becomes: 'if (bytes > 0) continue',
      },
    ],
  },
  {
    row: 'MEDIA-06',
    without: 'the cut of a long output',
    test: 'packages/core/src/daemon/rows/images.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/run-tools.ts',
        text: 'if (!cut) return',
        becomes: 'if (!cut || cut) return',
      },
    ],
  },
  {
    row: 'MEDIA-07',
    without: 'the sentence in place of an image for a model that reads none',
    test: 'packages/core/src/daemon/rows/media.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/model/concessions.ts',
        text: 'withdraw: () => withoutImages,',
        becomes: 'withdraw: () => (body) => body,',
      },
    ],
  },
  {
    row: 'MEDIA-08',
    without: 'the store that keeps an image once, by its content',
    test: 'packages/core/src/daemon/rows/images.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/run-tools.ts',
        text: `return { type: 'input_image', blob: await blobs.put(bytes, type) }`,
        becomes: `return { type: 'input_image', blob: await blobs.put(new Uint8Array([...bytes, ...new Uint8Array(new Float64Array([Math.random()]).buffer)]), type) }`,
      },
    ],
  },
]
