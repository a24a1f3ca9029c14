/** Forty made-up secrets of ten kinds, each as it stands in a file of its kind. Built from pieces: no scanner of this repository finds one whole. */

export type Planted = {
  readonly kind: string
  readonly value: string /** The line or block of a file that holds it. */
  readonly text: string
}

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** The same for the same seed; always with a digit and letters of both cases. */
const word = (seed: number, length: number, alphabet = ALPHABET): string => {
  let state = seed * 2_654_435_761 + 12_345
  let made = ''
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    made += alphabet[(state >>> 12) % alphabet.length]
  }
  return `a7${made}`.slice(0, length)
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const keyBlock = (seed: number): string => {
  const label = ['RSA PRIVATE', 'OPENSSH PRIVATE', 'EC PRIVATE', 'PRIVATE'][seed % 4]
  const lines = [1, 2, 3, 4].map((line) => word(seed * 10 + line, 64))
  return [`-----BEGIN ${label} KEY-----`, ...lines, `-----END ${label} KEY-----`].join('\n')
}

const webToken = (seed: number): string => `eyJ${word(seed, 20)}.eyJ${word(seed + 1, 40)}.${word(seed + 2, 43)}`

type Maker = {
  readonly kind: string
  readonly value: (seed: number) => string
  readonly text: (value: string, seed: number) => string
}

const MAKERS: readonly Maker[] = [
  {
    kind: 'OpenAI key',
    value: (n) => `sk-${n % 2 === 0 ? 'proj-' : ''}${word(n, 48)}`,
    text: (value) => `OPENAI_API_KEY=${value}`,
  },
  { kind: 'Anthropic key', value: (n) => `sk-ant-api03-${word(n, 60)}`, text: (value) => `key ${value} of the batch` },
  {
    kind: 'GitHub token',
    value: (n) => `gh${'pous'[n % 4]}_${word(n, 36)}`,
    text: (value) => `git remote: https://x-access-token:${value}@github.example/harbour.git`,
  },
  {
    kind: 'AWS key',
    value: (n) => `AKIA${word(n, 16, UPPER).toUpperCase()}`,
    text: (value) => `aws_access_key_id = ${value}`,
  },
  { kind: 'AWS secret', value: (n) => word(n, 40), text: (value) => `AWS_SECRET_ACCESS_KEY="${value}"` },
  {
    kind: 'Slack token',
    value: (n) => `xoxb-${word(n, 12, '0123456789')}-${word(n + 1, 24)}`,
    text: (value) => `bot: ${value}`,
  },
  {
    kind: 'Stripe key',
    value: (n) => `${n % 2 === 0 ? 's' : 'r'}k_live_${word(n, 24)}`,
    text: (value) => `{"stripe": "${value}"}`,
  },
  { kind: 'private key', value: keyBlock, text: (value) => `before\n${value}\nafter` },
  { kind: 'web token', value: webToken, text: (value) => `Authorization: Bearer ${value}` },
  {
    kind: 'password',
    value: (n) => word(n, 14),
    text: (value, n) =>
      n % 2 === 0 ? `{"db_password": "${value}"}` : `DATABASE_URL=postgres://harbour:${value}@db.example/harbour`,
  },
]

export const PLANTED: readonly Planted[] = MAKERS.flatMap(({ kind, value, text }, index) =>
  [1, 2, 3, 4].map((turn) => {
    const seed = index * 4 + turn
    const made = value(seed)
    return { kind, value: made, text: text(made, seed) }
  }),
)

/** A key block counts as found where any of its lines is. */
export const tracesOf = ({ value }: Planted): readonly string[] =>
  value.split('\n').filter((line) => !line.startsWith('-----'))
