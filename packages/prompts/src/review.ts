/** The prompt of a review: what to look at, what to look for, and that nothing is to be changed. */
import type { ReviewTarget } from '@rawr/protocol'

export type Review = {
  readonly target: ReviewTarget
  /** The person's own words on what to look at. */
  readonly instructions?: string | undefined
}

const RULES = `Read the files around each change, not the diff alone, and check a suspicion before you report it. Change nothing: no edit, no commit.
Report only what the changes themselves broke or made worse and what its author would want to mend: wrong results, lost data, races, security, missing
tests of new behaviour. Leave out taste and what was there before.
Write the findings as a numbered list, the most serious first: file and line, what happens when, and what to do. If there is none, say so in one sentence.`

export const reviewPrompt = ({ target, instructions }: Review): string =>
  [
    `Review ${subjectOf(target)} as a second pair of eyes would.`,
    ...(instructions === undefined ? [] : [`Look in particular at this: ${instructions}`]),
    RULES,
  ].join('\n\n')

const subjectOf = (target: ReviewTarget): string => {
  switch (target.kind) {
    case 'uncommitted':
      return 'the changes that are not committed (`git status`, `git diff HEAD`, and the files that git does not know yet)'
    case 'base':
      return `what changed since the branch ${target.branch} (\`git diff $(git merge-base HEAD ${target.branch})\`)`
    case 'commit':
      return `the commit ${target.sha} (\`git show ${target.sha}\`)`
  }
}
