/**
 * The form of an agent's last message as named signs: how it opens, what it reports, and above all whether its last
 * sentences leave something to do or to answer. Which of them count how much is not known here.
 */
import type { SemanticSign } from '@rawr/protocol'
import { endsOf } from './prose.ts'

/** Signs of form; those of words are read with the phrases. */
export type FormSign = Exclude<
  SemanticSign,
  'ended_turn' | 'says_done' | 'says_conclusion' | 'says_shift' | 'says_unfinished'
>

const wordPattern = (words: string): RegExp => new RegExp(`\\b(?:${words.replaceAll(' ', '|')})\\b`)

/** What somebody has done who opens with one of these. */
const RESULT = wordPattern(
  'added addressed adjusted aligned applied bumped built cancelled changed checked cleaned cleared closed committed completed configured confirmed converted corrected created deleted deployed disabled documented done dropped enabled extracted finished fixed found generated identified implemented improved installed integrated introduced landed made merged migrated moved opened posted published pushed ran rebuilt refactored released removed renamed replaced replied reset resolved restored reverted reviewed rewrote saved shipped simplified split submitted switched tested tightened trimmed updated upgraded verified wired wrote',
)

const CHECKS =
  /\b(?:verification|verified|tests? (?:all |still )?(?:green|passing)|pass(?:ed|es)?|(?:lint(?:ing)?|is|all|tree) clean)\b/

const ANSWER = /^\W*(?:yes|no|never|not|correct|confirmed|exactly|done|clean|good)\b/

const REASONS =
  /\b(?:because|since|so that|so the|which means|that means|therefore|instead of|rather than|the reason|now uses?|no longer)\b/

/** In the message as written: a commit's id, a path or a call in code, a link. */
const WORK = /\b[0-9a-f]{7,40}\b|`[^`\n]*[./][^`\n]*`|\]\(/

const SUMMARY_HEAD =
  /^[#* ]*(?:[a-z]+ ){0,3}(?:summary|changes|what changed|results?|verdict|findings|root cause|recommendation|conclusion)\b/m

const ANNOUNCES =
  /\b(?:let me|let us|let's|(?:i|we)'ll|(?:i|we) will|i'm (?:now |also |still )?[a-z]+ing|i am (?:now )?[a-z]+ing|(?:i|we) (?:still |now )?need to|now i (?:need|will)|continuing|proceeding|going to|about to)\b/

/** A short message that ends with a colon comes before what it announces. */
const PREAMBLE_CHARS_MAX = 600

const OFFERS =
  /\b(?:want me|want it|would you like|do you want|shall i|should i (?:also )?|anything else|let me know|if you(?:'d| would)? (?:want|like)|ready for)\b/

const QUESTION_AT_END = /\?[^\p{L}\p{N}]*$/u
const QUESTIONS_HEAD = /\bquestions?\b[^.\n]{0,20}:/
const QUESTIONS_MANY = 3

const TRY =
  /\b(?:try (?:it|again|running|now|the)|run (?:it|the \w+) again|please (?:rebuild|run|try|restart|test)|now try|when you run|can you (?:run|try|check))\b/
const TRY_CHARS = 1_200

const PROPOSES = /\b(?:i'd (?:lean|recommend|suggest|go)|recommendation|i recommend|proposed|proposal)\b/

/** How much prose makes a report, and a long one. */
const REPORT_CHARS = 180
const LONG_REPORT_CHARS = 700

/** `prose` as `spoken` gives it of `message`. */
export const formSigns = (message: string, prose: string): ReadonlySet<FormSign> => {
  const text = prose.trim()
  const { opening, closing, lastParagraph } = endsOf(text)
  const asks = QUESTION_AT_END.test(lastParagraph)
  const holds: Readonly<Record<FormSign, boolean>> = {
    opens_with_result: RESULT.test(opening),
    reports_checks: CHECKS.test(text),
    answers: ANSWER.test(text),
    gives_reasons: REASONS.test(text),
    names_work: WORK.test(message),
    heads_summary: SUMMARY_HEAD.test(text),
    is_report: text.length >= REPORT_CHARS,
    is_long_report: text.length >= LONG_REPORT_CHARS,
    announces_work: ANNOUNCES.test(closing) || (text.endsWith(':') && text.length < PREAMBLE_CHARS_MAX),
    asks_choice: asks && !OFFERS.test(lastParagraph),
    asks_much: text.split('?').length > QUESTIONS_MANY || QUESTIONS_HEAD.test(text),
    asks_to_try: TRY.test(text.slice(-TRY_CHARS)),
    proposes: PROPOSES.test(text),
  }
  return new Set(FORM_SIGNS.filter((sign) => holds[sign]))
}

const FORM_SIGNS: readonly FormSign[] = [
  'opens_with_result',
  'reports_checks',
  'answers',
  'gives_reasons',
  'names_work',
  'heads_summary',
  'is_report',
  'is_long_report',
  'announces_work',
  'asks_choice',
  'asks_much',
  'asks_to_try',
  'proposes',
]
