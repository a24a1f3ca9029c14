import { library } from '../../tsdown.shared.ts'

export default library({ index: 'src/index.ts', client: 'src/client/index.ts', testing: 'src/testing/index.ts' })
