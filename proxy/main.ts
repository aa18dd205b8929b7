import { startProxy } from './start.ts'

await startProxy()
