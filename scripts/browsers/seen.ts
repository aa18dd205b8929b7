import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of found and unpacked browsers, which remains between runs. */
export const cache = join(import.meta.dirname, '../../node_modules/.cache')

/** Returns a remembered browser if the same program was requested and its files still exist. */
export function recall<Found>(name: string, requested: string | undefined, files: (found: Found) => (string | undefined)[]): Found | undefined {
  const file = join(cache, `${name}.json`)
  if (!existsSync(file)) return
  const { named, ...found } = JSON.parse(readFileSync(file, 'utf8')) as Found & { named?: string }
  return named === requested && files(found as Found).every((one) => !one || existsSync(one)) ? (found as Found) : undefined
}

/** Stores a found browser, because starting a browser to check it takes seconds. */
export function remember<Found>(name: string, requested: string | undefined, found: Found): Found {
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, `${name}.json`), JSON.stringify({ ...found, named: requested }))
  return found
}
