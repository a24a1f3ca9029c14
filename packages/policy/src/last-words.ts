/**
 * The form of an agent's last message as named signs: how it opens, what it reports, and above all whether its last
 * sentences leave something to do or to answer. Which of them count how much is not known here.
 */
import type { SemanticSign } from '@rawr/protocol'
import { endsOf, isOtherLanguage, sentencesOf } from './prose.ts'

/** Signs of form; those of words are read with the phrases. */
export type FormSign = Exclude<
  SemanticSign,
  'ended_turn' | 'used_tools' | 'says_done' | 'says_conclusion' | 'says_shift' | 'says_unfinished'
>

/** What somebody has done who opens with it: "Added …", "I have moved …", "All were removed". Only the form is known, not the verbs. */
const IN_PAST =
  /^[^\p{L}\p{N}]*(?:(?:i|we|it|this|that|all|both|i've|we've|have|has|had|is|are|was|were|now|also)\s+)*(?:(?!need\b)[a-z]{2,}ed|done|made|wrote|built|ran|set)\b/u

/** A question was answered, or a remark: "Yes, exactly", "Good question", "Most likely". */
const ANSWER =
  /^[^\p{L}]*(?:(?:ah|oh)[, ]+)?(?:yes|yeah|yep|no|nope|right|correct|exactly|good (?:question|point|observation|catch)|great (?:question|point)|fair|most likely|both|not (?:really|quite|yet|exactly)|it depends|agreed|makes sense|you're right|true|sure)\b/u

const CHECKS =
  /\b(?:verification|verified|tests? (?:all |still )?(?:green|passing)|pass(?:ed|es|ing)?|(?:lint(?:ing)?|is|all|tree) clean|(?:no|0) (?:errors|failures|issues|warnings)|all green|succeed(?:s|ed)|exit code 0|compiles|builds)\b|\b\d+\/\d+\b/

const REASONS =
  /\b(?:because|since|so that|so the|which means|that means|therefore|instead of|rather than|the reason|now uses?|no longer)\b/

const SUMMARY_HEAD =
  /^[#* ]*(?:[a-z]+ ){0,3}(?:summary|changes|what changed|results?|verdict|findings|root cause|recommendation|conclusion)\b/m

const ANNOUNCES =
  /\b(?:let me(?! know)|let us|let's|(?:i|we)'ll|(?:i|we) will|i'm (?:now |also |still |going |just )?[a-z]+ing|i am (?:now )?[a-z]+ing|(?:i|we) (?:still |now )?need to|now i (?:need|will)|continuing|proceeding|going to|about to|next i|now (?:for|to|on to))\b/

/** A short message that ends with a colon comes before what it announces. */
const PREAMBLE_CHARS_MAX = 600

const OFFERS =
  /\b(?:want me|want it|would you like|do you want|shall i|should i (?:also )?|anything else|let me know|if you(?:'d| would)? (?:want|like)|ready for|i can (?:also )?|happy to)\b/

/** In a question: more work is offered. */
const OFFERS_WORK = /\b(?:want me to|would you like me to|do you want me to|shall i|should i|want to)\b[^?]*\?/

/** In a question: it is the work itself that waits for the answer, not something beside it. */
const GO_ON =
  /\b(?:start|begin|proceed|continue|keep going|go ahead|mov(?:e|ing) on|implement(?:ing)?|capture|dig into|draft)\b/

const QUESTION_AT_END = /[?？؟][^\p{L}\p{N}]*$/u
const QUESTION = /[?？؟](?=[\s"')*_]|$)/g
const QUESTIONS_HEAD = /\bquestions?\b[^.\n]{0,20}:/
const QUESTIONS_MANY = 2

const TRY =
  /\b(?:try (?:it|again|running|now|the)|run (?:it|the \w+) again|please (?:rebuild|run|try|restart|test)|now try|when you run|can you (?:run|try|check))\b/
const TRY_CHARS = 1_200

const HEDGES = /\b(?:might|may|likely|probably|perhaps|seems?|could|i think)\b/

/** How things stand since the work. */
const NEW_STATE = /\bnow\b/

/** The last sentences depend on something, or say what should be. */
const CONDITIONAL = /\b(?:if|should|would|could)\b|'d\b/

const OPTIONS = /\b(?:options?|approach(?:es)?|alternatives?)\b/

const PROPOSES = /\b(?:i'd (?:lean|recommend|suggest|go)|recommendation|i recommend|proposed|proposal)\b/

/** How much prose makes a remark, a report, and a long one. */
const REMARK_CHARS = 90
const REPORT_CHARS = 180
const LONG_REPORT_CHARS = 700

/** `prose` as `spoken` gives it of a message. */
export const formSigns = (prose: string): ReadonlySet<FormSign> => {
  const text = prose.trim()
  const { closing, lastParagraph } = endsOf(text)
  const asks = QUESTION_AT_END.test(lastParagraph)
  const holds: Readonly<Record<FormSign, boolean>> = {
    opens_in_past: IN_PAST.test(text),
    opens_with_answer: ANSWER.test(text),
    reports_checks: CHECKS.test(text),
    gives_reasons: REASONS.test(text),
    tells_new_state: NEW_STATE.test(text),
    heads_summary: SUMMARY_HEAD.test(text),
    is_remark: text.length >= REMARK_CHARS,
    is_report: text.length >= REPORT_CHARS,
    is_long_report: text.length >= LONG_REPORT_CHARS,
    announces_work: ANNOUNCES.test(closing) || (/[:：]$/.test(text) && text.length < PREAMBLE_CHARS_MAX),
    asks_choice: asks && !OFFERS.test(lastParagraph),
    asks_much: (text.match(QUESTION) ?? []).length >= QUESTIONS_MANY || QUESTIONS_HEAD.test(text),
    asks_to_go_on: sentencesOf(lastParagraph).some((one) => one.includes('?') && GO_ON.test(one)),
    offers_work: OFFERS_WORK.test(lastParagraph),
    asks_to_try: TRY.test(text.slice(-TRY_CHARS)),
    proposes: PROPOSES.test(text),
    ends_conditional: CONDITIONAL.test(closing),
    weighs_options: OPTIONS.test(text),
    hedges: HEDGES.test(text),
    in_other_language: isOtherLanguage(text),
  }
  return new Set(FORM_SIGNS.filter((sign) => holds[sign]))
}

const FORM_SIGNS: readonly FormSign[] = [
  'opens_in_past',
  'opens_with_answer',
  'reports_checks',
  'gives_reasons',
  'tells_new_state',
  'heads_summary',
  'is_remark',
  'is_report',
  'is_long_report',
  'announces_work',
  'asks_choice',
  'asks_much',
  'asks_to_go_on',
  'asks_to_try',
  'offers_work',
  'proposes',
  'ends_conditional',
  'weighs_options',
  'hedges',
  'in_other_language',
]
