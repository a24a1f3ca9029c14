/** What guards the rows of kind SEC: secrets, and words that pose as someone else's. */
export const sec = [
  {
    row: 'SEC-01',
    without: 'the mask',
    test: 'packages/core/src/daemon/store-rows.test.ts',
    changes: [
      {
        file: 'packages/core/src/engine/secrets/vault.ts',
        text: 'if (text.length < SECRET_CHARACTERS_MIN || (numbers.size === 0 && clean.has(text))) return text',
        becomes: 'if (text.length > 0 || SECRET_CHARACTERS_MIN < 0) return text',
      },
    ],
  },
  {
    row: 'SEC-03',
    without: 'masking where another would refuse to compact',
    test: 'packages/core/src/daemon/store-rows.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/fly.ts',
        text: "  emitProgress(deps, flight, 'verify')\n",
        becomes:
          "  if (JSON.stringify(history).includes('[secret:')) return failed(deps, flight, { reason: 'rejected', message: 'It holds a secret.' })\n  emitProgress(deps, flight, 'verify')\n",
      },
    ],
  },
  {
    row: 'SEC-04',
    without: 'the fence around a summary',
    test: 'packages/core/src/daemon/sec-rows.test.ts',
    changes: [
      {
        file: 'packages/prompts/src/fence.ts',
        text: 'const wrap = ({ tag, text, attributes = {} }: Fence): string => {\n',
        becomes: "const wrap = ({ tag, text, attributes = {} }: Fence): string => {\n  if (tag !== '') return text\n",
      },
    ],
  },
  {
    row: 'SEC-04',
    without: 'the question before what changes something',
    test: 'packages/core/src/daemon/sec-rows.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/tools/shell.ts',
        text: 'unconfined !== undefined || background !== undefined || !isKnownSafe(command)',
        becomes: "unconfined !== undefined || background !== undefined || (command === '' && !isKnownSafe(command))",
      },
    ],
  },
  {
    row: 'SEC-06',
    without: 'the cleaning of texts before they become rows',
    test: 'packages/cli/src/client/control-sequences.long.test.ts',
    changes: [
      {
        file: 'packages/tui/src/text/clean.ts',
        text: 'if (!SUSPECT.test(text)) return text',
        becomes: 'if (!SUSPECT.test(text) || text !== null) return text',
      },
    ],
  },
  {
    row: 'SEC-06',
    without: 'the cleaning of what is printed without a screen',
    test: 'packages/cli/src/client/control-sequences.long.test.ts',
    changes: [
      {
        file: 'packages/cli/src/agent/without-controls.ts',
        text: '.replaceAll(CONTROLS, (control) => picture(control.codePointAt(0) ?? 0))',
        becomes: '',
      },
    ],
  },
  {
    row: 'SEC-08',
    without: 'the mode of a log that its owner alone may read',
    test: 'packages/core/src/daemon/secrets.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/store/thread-log.ts',
        text: 'options.flags, 0o600',
        becomes: 'options.flags, 0o644',
      },
    ],
  },
  {
    row: 'SEC-08',
    without: 'the mask',
    test: 'packages/cli/src/secrets.test.ts',
    changes: [
      {
        file: 'packages/core/src/engine/secrets/vault.ts',
        text: 'if (text.length < SECRET_CHARACTERS_MIN || (numbers.size === 0 && clean.has(text))) return text',
        becomes: 'if (text.length > 0 || SECRET_CHARACTERS_MIN < 0) return text',
      },
    ],
  },
  {
    row: 'SEC-08',
    without: 'the mask of an export',
    test: 'packages/cli/src/export.test.ts',
    changes: [
      {
        file: 'packages/cli/src/export/entries.ts',
        text: 'return entries.map((entry) => maskDeep(vault, entry))',
        becomes: 'return entries.filter(() => vault !== maskDeep)',
      },
    ],
  },
]
