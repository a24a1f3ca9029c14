/** Keeps for the next client what is being written and what was sent: soon after each change, and at the end. */
import { encodeDraft } from '../composer/draft.ts'
import type { ScreenState } from '../store/state.ts'
import type { Keepsakes } from './ports.ts'

export type DraftKeeper = {
  /** Something may have changed. */
  changed(): void
  /** Writes what is not written yet; nothing is written later. */
  end(): void
}

/** A kill loses what was typed within this time. */
const DRAFT_MS = 50

export const keepDrafts = (keepsakes: Keepsakes, state: () => ScreenState): DraftKeeper => {
  let timer: NodeJS.Timeout | null = null
  let savedDraft = ''
  let savedHistory = state().history.entries

  const save = (): void => {
    timer = null
    const { editor, sending, history } = state()
    const draft = encodeDraft({ editor, unsent: sending.map(({ text }) => text) })
    if (draft !== savedDraft) keepsakes.saveDraft(draft)
    savedDraft = draft
    const last = history.entries.at(-1)
    if (history.entries !== savedHistory && last !== undefined) keepsakes.addToHistory(last)
    savedHistory = history.entries
  }
  return {
    changed: () => {
      timer ??= setTimeout(save, DRAFT_MS)
    },
    end: () => {
      if (timer !== null) clearTimeout(timer)
      save()
    },
  }
}
