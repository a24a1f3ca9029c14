// Proof that the checks see: each fault is planted in a scratch copy of the workspace and the check it belongs to must fail and
// name the file; before that, the copy as it is must pass. A check that passes everything fails here.
import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withCopy, withPlanted } from './scratch-copy.mjs'
import { faults } from './tests/faults.mjs'

const runCheck = (copy, name) => {
  const args = ['scripts/check.mjs', name]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  return { isGreen: status === 0, output: `${stdout}${stderr}` }
}

const tell = ({ isGood, text, output }) => {
  process.stdout.write(isGood ? `✔ ${text}\n` : `✘ ${text}\n${output.trimEnd().replaceAll(/^/gm, '  ')}\n`)
  return isGood ? null : text
}

const checkClean = (copy) =>
  [...new Set(faults.map(({ check }) => check))].map((check) => {
    const { isGreen, output } = runCheck(copy, check)
    return tell({ isGood: isGreen, text: `${check} passes the copy as it is`, output })
  })

const checkFault = async (copy, { check, fault, says, files }) => {
  const { isGreen, output } = await withPlanted(copy, files, () => runCheck(copy, check))
  const expected = [says, basename(files.at(-1).path)]
  const missing = expected.filter((words) => !output.includes(words))
  const complaint = isGreen ? 'it passed' : `it did not say ${missing.join(', ')}:\n${output}`
  return tell({ isGood: !isGreen && missing.length === 0, text: `${check} finds ${fault}`, output: complaint })
}

export const runFaults = () =>
  withCopy(async (copy) => {
    const results = checkClean(copy)
    for (const fault of faults) results.push(await checkFault(copy, fault))
    const failures = results.filter((text) => text !== null)
    return { passed: results.length - failures.length, failures }
  })

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { passed, failures } = await runFaults()
  process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`)
  process.exitCode = failures.length === 0 ? 0 : 1
}
