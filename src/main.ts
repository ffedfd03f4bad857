/** Where the process begins: what keeps compiled modules has to be there before they are loaded. */
import { keepCompiled } from './keep-compiled.ts'

keepCompiled()
const { runProcess } = await import('./run-process.ts')
await runProcess(process.env)
