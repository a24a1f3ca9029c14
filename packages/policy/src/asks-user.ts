/** Whether an agent's last words leave something to the user: then no turn is started in their place. */

/** What is not asked with a question mark. */
const REQUESTS =
  /\b(?:let me know|please (?:confirm|review|choose|advise|tell|check|provide|approve)|your (?:call|choice|decision)|waiting for (?:you|your)|up to you|tell me (?:which|whether|if|what|how)|say (?:the word|so))\b/i

/** At the end of a line or a sentence; not in an address or an expression. */
const QUESTION = /\?["'”’)*_`]*(?:\s|$)/m

/** In doubt it asks: to wait costs a moment, to go on against somebody's will costs more. */
export const asksUser = (message: string): boolean => {
  const prose = message.replaceAll(/```[\s\S]*?(?:```|$)/g, '').replaceAll(/`[^`\n]*`/g, '')
  return QUESTION.test(prose) || REQUESTS.test(prose)
}
