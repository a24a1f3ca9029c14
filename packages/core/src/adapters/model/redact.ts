/** Texts of providers may quote a key back at us; what we show, log or store never does. */

const KEYS = [/\b(sk|pk|rk|gsk|xai|or|key)-[\w*.-]{6,}/gi, /\bBearer\s+[^\s"']+/gi, /\bAIza[\w-]{20,}/g]

const MESSAGE_CHARS_MAX = 600

/** Known secrets and whatever looks like one become `[key]`; a very long text is cut. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string => {
  const named = secrets
    .filter((secret) => secret.length > 3)
    .reduce((rest, secret) => rest.replaceAll(secret, '[key]'), text.toWellFormed())
  const clean = KEYS.reduce((rest, pattern) => rest.replace(pattern, '[key]'), named)
  return clean.length <= MESSAGE_CHARS_MAX ? clean : `${clean.slice(0, MESSAGE_CHARS_MAX).toWellFormed()}…`
}
