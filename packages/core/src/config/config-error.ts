/** Why a configuration cannot be used: always with the file, and with the key where there is one. */

export type ConfigError = {
  readonly code: 'both_files' | 'unreadable' | 'syntax' | 'unknown_key' | 'invalid' | 'not_allowed_here'
  /** Path of the file, or what stands for it: `the flags`, `the request`. */
  readonly file: string
  /** Dotted path of the key, outermost first. */
  readonly key?: string
  /** The full key that was most likely meant. */
  readonly nearest?: string
  /** One sentence for a person; names file and key. */
  readonly message: string
}
