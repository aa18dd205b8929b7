import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** Starts a thread that loads the program of the queue and then waits for its settings. The program is beside this file, built or not. */
export function loadThread(): Worker {
  const found = ['./worker.js', './worker.ts'].map((file) => new URL(file, import.meta.url)).find((file) => existsSync(file))
  if (!found) throw new Error('The background thread is missing from the build: run "npm run build".')
  if (!found.pathname.endsWith('.ts')) return watch(new Worker(found))
  // A thread does not inherit the TypeScript loader of its process.
  const load = `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ register }) => (register(), import(${JSON.stringify(found.href)})))`
  return watch(new Worker(load, { eval: true }))
}

/** An error without a listener would end the process. The one who gives the thread its settings sees that it has ended. */
const watch = (thread: Worker) => thread.on('error', () => {})
