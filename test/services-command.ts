import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What Node takes to start the stand-in services: compiled, where the tests are compiled, and their sources otherwise. */
export function servicesCommand(): string[] {
  const compiled = fileURLToPath(new URL('../demo/services/main.js', import.meta.url))
  return existsSync(compiled) ? [compiled] : ['--import', 'tsx', 'demo/services/main.ts']
}
