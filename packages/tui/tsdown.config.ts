import { library } from '../../tsdown.shared.ts'

export default library({ watcher: 'src/watcher/index.ts' })
