import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Finds a program that is compiled with the tests, by the path of its source without `.ts`; undefined if the tests run from their sources. */
export function compiledProgram(name: string): string | undefined {
  const file = fileURLToPath(new URL(`../${name}.js`, import.meta.url))
  return existsSync(file) ? file : undefined
}
