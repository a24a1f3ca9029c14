/** Images of the command line: read where the person stands, for the daemon may not see that folder. */
import { readFile, stat } from 'node:fs/promises'
import { err, IMAGE_TYPES, imageRefusal, imageTypeOf, ok, type Result, type UserInput } from '@rawr/protocol'

/** All of them as they are sent, or one sentence about the first that cannot be. */
export const readImageFiles = async (paths: readonly string[]): Promise<Result<readonly UserInput[], string>> => {
  const images: UserInput[] = []
  for (const path of paths) {
    const image = await readImageFile(path)
    if (!image.ok) return image
    images.push(image.value)
  }
  return ok(images)
}

const readImageFile = async (path: string): Promise<Result<UserInput, string>> => {
  try {
    const refusal = imageRefusal(path, (await stat(path)).size)
    if (refusal !== null) return err(`--image: ${refusal}`)
    const content = await readFile(path)
    const type = imageTypeOf(content)
    if (type === null) return err(`--image: ${path} is no image of a kind that models read (${IMAGE_TYPES.join(', ')})`)
    return ok({ type: 'image', image_url: `data:${type};base64,${content.toString('base64')}` })
  } catch (error) {
    // Only where it is needed: the importers come along.
    const { fileFault } = await import('@rawr/lab')
    return err(`--image: ${fileFault(path, error)}`)
  }
}
