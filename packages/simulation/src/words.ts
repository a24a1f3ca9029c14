/** A story in words: what a person needs to see to understand a failure, ops and events. */
import type { Event } from '@rawr/protocol'
import type { Story, StoryStep } from './story.ts'

export const settingsInWords = ({ clients, window, rules, wire, approvals, watcher, mode, remote }: Story): string =>
  [
    `${clients} client${clients === 1 ? '' : 's'}`,
    `window ${window}`,
    `rules ${rules}`,
    wire,
    `approvals ${approvals}`,
    watcher ? 'watcher on' : 'built-in limit',
    ...(mode === 'auto' ? [] : [`mode ${mode}`]),
    ...(remote ? ['remote compaction'] : []),
  ].join(', ')

const answersInWords = ({ answers }: Story): string =>
  answers.length === 0
    ? 'the model answers in plain words'
    : `the model: ${answers.map(({ says, calls, usage }) => [says, calls.length === 0 || !says.includes('calls') ? '' : `(${calls.join(' ')})`, usage === 'none' ? '' : ` [${usage}]`].join('')).join(' · ')}`

export const stepInWords = (step: StoryStep): string => {
  const { do: does, ...rest } = step
  if (step.do === 'work') return `${step.tasks} thing${step.tasks === 1 ? '' : 's'} happen`
  if (step.do === 'say') return `client ${step.client} ${step.steers ? 'steers' : 'says'} something ${step.size}`
  const details = Object.entries(rest).flatMap(([name, value]) => (value === 'nothing' ? [] : [`${name} ${value}`]))
  return details.length === 0 ? does : `${does} (${details.join(', ')})`
}

export const storyInWords = (story: Story): string =>
  [
    settingsInWords(story),
    answersInWords(story),
    ...story.steps.map((step, at) => `${at + 1}. ${stepInWords(step)}`),
  ].join('\n')

/** Events by name, in order. */
export const eventsInWords = (events: readonly Event[]): string =>
  events.map(({ seq, id, msg }) => `${seq} ${msg.type}${id === null ? '' : ` of ${id}`}`).join('\n')
