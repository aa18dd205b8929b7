import { startProxy } from './start.ts'

await startProxy(process.env)
