import { ensureChromium, type Chromium } from './chromium.ts'
import { findFirefox, type Firefox } from './firefox.ts'
import { findWebKit, type WebKit } from './webkit.ts'

/** The engines that tests run in, with their names in `ENGINES`. */
const engineNames = ['chromium', 'firefox', 'webkit'] as const

export type EngineName = (typeof engineNames)[number]

/** The wanted engines that were found. `printMissing` lists the others; they count neither as passed nor as failed. */
export interface Engines {
  chromium?: Chromium
  firefox?: Firefox
  webkit?: WebKit
}

/** Returns the engines that `ENGINES` names: some of the names, or "all". The default is "chromium". */
export function wantedEngines(requested = process.env.ENGINES ?? 'chromium'): EngineName[] {
  const names = requested === 'all' ? engineNames : requested.split(',').map((name) => name.trim())
  for (const name of names)
    if (!engineNames.includes(name as EngineName)) throw new Error(`ENGINES takes "all" or some of ${engineNames.join(', ')}, not "${name}"`)
  return engineNames.filter((name) => names.includes(name))
}

/** Finds those engines. A missing Chromium is fetched; the others are used only if they are installed. */
export async function findEngines(wanted = wantedEngines()): Promise<Engines> {
  const engines: Engines = {}
  if (wanted.includes('chromium')) engines.chromium = await ensureChromium()
  if (wanted.includes('firefox')) engines.firefox = await findFirefox()
  if (wanted.includes('webkit')) engines.webkit = await findWebKit()
  return engines
}

/** Prints those of the engines that were not found, so no test runs in them. */
export function printMissing(wanted: EngineName[], engines: Engines): void {
  for (const name of wanted) if (!engines[name]) console.log(`${name}: not on this machine`)
}
