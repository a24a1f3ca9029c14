/** A patch as an event shows it. */

/** Nobody reads a longer one on a screen, and an event has a limit. */
const PATCH_CHARACTERS_MAX = 100_000

export const shownPatch = (patch: string): { readonly patch?: string } =>
  patch.length > PATCH_CHARACTERS_MAX ? {} : { patch: patch.toWellFormed() }
