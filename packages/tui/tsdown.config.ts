import { library } from '../../tsdown.shared.ts'

export default library({ index: 'src/index.ts', watcher: 'src/watcher/index.ts', begin: 'src/app/begin-screen.ts' })
