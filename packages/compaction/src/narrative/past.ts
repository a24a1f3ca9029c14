/** What the past really had: what a narrative is held against. */
import { isToolCall, isToolOutput, textOfOutput, textOfParts } from '@rawr/protocol'
import { allItems, type History } from '../history/history.ts'
import { isUserWords } from '../history/turns.ts'

export type Past = {
  /** Letter for letter. */
  has(text: string): boolean
  /** White space apart. */
  userSaid(quote: string): boolean
}

export const pastOf = (history: History): Past => {
  const texts: string[] = []
  const words: string[] = []
  for (const item of allItems(history)) {
    if (isToolOutput(item)) texts.push(textOfOutput(item))
    else if (isToolCall(item)) texts.push(callText(item))
    else if (item.type === 'message') {
      const text = textOfParts(item.content)
      texts.push(text)
      if (isUserWords(item)) words.push(text)
    }
  }
  const all = texts.join('\n')
  const said = folded(words.join('\n'))
  return { has: (text) => all.includes(text), userSaid: (quote) => said.includes(folded(quote)) }
}

const callText = (item: Parameters<typeof isToolCall>[0]): string => {
  if (item.type === 'function_call') return item.arguments.replaceAll('\\/', '/')
  if (item.type === 'custom_tool_call') return item.input
  return item.type === 'local_shell_call' ? item.action.command.join(' ') : ''
}

const folded = (text: string): string => text.replaceAll(/\s+/g, ' ').toLowerCase().trim()
