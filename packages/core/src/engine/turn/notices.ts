/** What the model is told when a turn did not end by itself; data of the program, fenced. */
import { fence } from '@rawr/prompts'

const NOTICES = {
  interrupted:
    'The user stopped the turn here. Commands that were running were ended and may have done part of their work. Look before you repeat one.',
  shutdown:
    'The program was shut down here. Commands that were running were ended and may have done part of their work.',
  daemon_restarted:
    'The program ended unexpectedly here and was started again. Calls without a result were not run again and may have done part of their work. Look before you repeat one.',
} as const

export const interruptionNotice = (reason: keyof typeof NOTICES): string =>
  fence({ tag: 'turn_aborted', text: NOTICES[reason], attributes: { reason } })
