/**
 * Windows of models whose server does not tell: OpenAI's list names ids only. As documented on 2026-03-01; the share of the
 * window that input may fill, where the two differ. A model that is not here is asked for in the settings.
 */

const WINDOWS: readonly (readonly [RegExp, number])[] = [
  [/^gpt-5/, 272_000],
  [/^gpt-4\.1/, 1_047_576],
  [/^(gpt-4o|chatgpt-4o|o1-mini|o1-preview)/, 128_000],
  [/^(o1|o3|o4)/, 200_000],
  [/^codex-mini/, 200_000],
  [/^gpt-4-turbo/, 128_000],
  [/^gpt-4-32k/, 32_768],
  [/^gpt-4/, 8_192],
  [/^gpt-3\.5/, 16_385],
  [/^gpt-oss/, 131_072],
  [/^claude-/, 200_000],
  [/^gemini-/, 1_048_576],
]

/** Tokens; `null` where the table does not know the model. A router's prefix (`openai/`) is looked through. */
export const knownWindow = (model: string): number | null => {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  return WINDOWS.find(([pattern]) => pattern.test(name))?.[1] ?? null
}
