/** Images as models take them: which kinds there are, told by their first bytes, and how large one may be. */

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** The least that one of the documented providers takes for one image. */
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024

/** `null` for what is none of them, whatever its name says. */
export const imageTypeOf = (start: Uint8Array): ImageType | null => {
  const has = (text: string, at = 0): boolean => [...text].every((letter, n) => start[at + n] === letter.charCodeAt(0))
  if (has('\u0089PNG\r\n\u001a\n')) return 'image/png'
  if (has('\u00ff\u00d8\u00ff')) return 'image/jpeg'
  if (has('GIF87a') || has('GIF89a')) return 'image/gif'
  return has('RIFF') && has('WEBP', 8) ? 'image/webp' : null
}

/** Why an image of this size goes to no model, in one sentence; `null` where it may. */
export const imageRefusal = (what: string, bytes: number): string | null =>
  bytes <= IMAGE_BYTES_MAX
    ? null
    : `${what} has ${bytes} bytes; an image may have ${IMAGE_BYTES_MAX} at most. Make a smaller copy and give that.`
