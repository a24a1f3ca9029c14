/** `rawr config check`: whether the settings of a folder load, and what of them is probably not meant. */
import { checkConfig } from '@rawr/core'
import { defineCommand, pathFrom, refuse } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { homeOf } from './home.ts'

export const config = defineCommand({
  usage: 'config check [flags]',
  about: `Reads the settings as an agent in this folder would, and says what is wrong or probably not meant: thresholds out of order,
an emergency tier that is too high, a trigger below the fixed floor, boundaries added to a tier, prompts that cannot be used.
Exit 2 where they cannot be loaded; warnings alone are exit 0.`,
  flags: {
    cwd: { type: 'string', value: 'FOLDER', help: 'the folder to work in (the one you stand in)' },
    json: { type: 'boolean', help: 'settings, where each value comes from, and the warnings, as JSON' },
  },
  operands: [1, 1],
  run: async ({ flags, operands: [what], at }) => {
    if (what !== 'check') return refuse(at, `unknown: config ${what}; there is config check`)
    const checked = await checkConfig({ home: homeOf(at), cwd: pathFrom(at, flags.cwd ?? '.'), flags: {} })
    if (!checked.ok) return refuse(at, checked.error.message)
    if (flags.json === true) {
      at.print(JSON.stringify(checked.value))
      return EXIT.done
    }
    for (const warning of checked.value.warnings) at.print(`warning: ${warning}`)
    if (checked.value.warnings.length === 0) at.print('The settings load, and nothing about them looks wrong.')
    return EXIT.done
  },
})
