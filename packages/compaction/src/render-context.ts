/** The text of what a model would see, for people and for offline use. Static instructions (origin `context`) are left out. */
import { assertNever, type ContentPart, type HistoryItem, textOfOutput } from '@rawr/protocol'

/** Items in order, a blank line between them; each names who speaks. Ends without a newline. */
export const renderContext = (items: readonly HistoryItem[]): string =>
  items
    .filter((item) => item.meta.origin !== 'context')
    .flatMap((item) => renderItem(item))
    .join('\n\n')

const renderItem = (item: HistoryItem): readonly string[] => {
  switch (item.type) {
    case 'message':
      return [`${item.role}: ${textOfContent(item.content)}`]
    case 'reasoning':
      return item.summary.length === 0 ? [] : [`reasoning: ${item.summary.map((part) => part.text).join('\n')}`]
    case 'function_call':
      return [`call ${item.name} ${item.arguments}`]
    case 'custom_tool_call':
      return [`call ${item.name} ${item.input}`]
    case 'local_shell_call':
      return [`call local_shell ${item.action.command.join(' ')}`]
    case 'web_search_call':
      return [`call web_search ${JSON.stringify(item.action ?? {})}`]
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [`result: ${typeof item.output === 'string' ? textOfOutput(item) : textOfContent(item.output)}`]
    case 'compaction':
      return ['[a compaction by the provider, readable to it alone]']
    case 'compact_boundary':
      return [item.text]
    case 'attachment':
      return [`${item.kind}${item.path === undefined ? '' : ` ${item.path}`}: ${item.text}`]
    case 'unknown':
      return [`[an item of a type unknown to this version: ${JSON.stringify(item.value)}]`]
    case 'ghost_snapshot':
    case 'progress':
      return []
    default:
      return assertNever(item)
  }
}

const textOfContent = (parts: readonly ContentPart[]): string =>
  parts.map((part) => (part.type === 'input_image' ? '[image]' : part.text)).join('\n')
