/** A daemon as a program of its own, for tests that kill it: `node --conditions=@rawr/source serve.ts HOME VERSION`. */
import { runDaemon } from '../run-daemon.ts'

const [home = '', version = ''] = process.argv.slice(2)
process.exitCode = await runDaemon({ home, version, logLevel: 'debug' })
