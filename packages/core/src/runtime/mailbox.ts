/**
 * One loop owns the state. Whatever happens anywhere is posted here and taken in order, one at a time; what a step posts
 * is taken after it.
 */
export type Mailbox<Letter> = { post(letter: Letter): void }

/** `take` must not throw: what it throws goes to the poster, with later letters kept waiting. */
export const openMailbox = <Letter>(take: (letter: Letter) => void): Mailbox<Letter> => {
  const letters: Letter[] = []
  let isTaking = false
  return {
    post: (letter) => {
      letters.push(letter)
      if (isTaking) return
      isTaking = true
      try {
        for (let next = letters.shift(); next !== undefined; next = letters.shift()) take(next)
      } finally {
        isTaking = false
      }
    },
  }
}
