/**
 * Which text of the user's role is data. A fence is an opening tag of a known name on its own line, and the first closing
 * tag of that name ends it: what stands behind is outside, whatever it pretends.
 */

/** What is inside when the whole text is one fence; `null` otherwise. A tag may carry a number (`packet_2`). */
export const insideFence = (text: string, tags: readonly string[]): string | null => {
  const fence = leadingFence(text, tags)
  return fence !== null && fence.rest === '' ? fence.inside : null
}

/** What is left of a text when the fences it begins with are taken away. */
export const outsideFences = (text: string, tags: readonly string[]): string => {
  let rest = text.trim()
  for (let fence = leadingFence(rest, tags); fence !== null; fence = leadingFence(rest, tags)) rest = fence.rest.trim()
  return rest
}

const leadingFence = (
  text: string,
  tags: readonly string[],
): { readonly inside: string; readonly rest: string } | null => {
  const opening = /^<([a-z][a-z0-9_]*)((?: [a-z_]+="[^"<>]*")*)>\n/.exec(text)
  const name = opening?.[1]
  if (opening === null || name === undefined || !tags.includes(name.replace(/_\d+$/, ''))) return null
  const closing = `\n</${name}>`
  const end = text.indexOf(closing, opening[0].length - 1)
  if (end < 0) return null
  return {
    inside: text.slice(opening[0].length, Math.max(end, opening[0].length)),
    rest: text.slice(end + closing.length),
  }
}
