// Accepts a job, begins it, and is killed in the middle.
import { startQueue, job } from './stores.ts'

const [folder = ''] = process.argv.slice(2)
const queue = await startQueue({ folder }, { note: () => Promise.resolve(process.kill(process.pid, 'SIGKILL')).then(() => new Promise(() => {})) })
await queue.enqueue([job({})])
