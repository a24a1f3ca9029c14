/** The fence of what a program, not the user, put into the context: a file, a plan, or the mark of a compaction. */
import { FENCE_TAGS, fence } from './fence.ts'

export type ContextPart =
  | { readonly type: 'compact_boundary'; readonly text: string }
  | {
      readonly type: 'attachment'
      readonly kind: 'file' | 'todo' | 'plan'
      readonly path?: string | undefined
      readonly text: string
    }

export const dataFence = (part: ContextPart): string => {
  if (part.type === 'compact_boundary') return fence({ tag: 'boundary', text: part.text })
  const attributes = part.path === undefined ? undefined : { path: part.path }
  return fence({ tag: part.kind === 'file' ? 'restored_file' : 'plan', text: part.text, attributes })
}

/** The whole text is one fence of ours, which ends where the text does. */
export const isFenced = (text: string): boolean => {
  const [, name = ''] = /^<([a-z][a-z0-9_]*)(?: [a-z_]+="[^"<>]*")*>\n/.exec(text) ?? []
  const tags: readonly string[] = FENCE_TAGS
  return tags.includes(name) && text.indexOf(`</${name}>`) === text.length - `</${name}>`.length
}
