import { ensureChromium, type Chromium } from './chromium.ts'
import { findFirefox, type Firefox } from './firefox.ts'
import { findWebKit, type WebKit } from './webkit.ts'

/** The engines that tests run in, as they are named in `ENGINES`. */
const engineNames = ['chromium', 'firefox', 'webkit'] as const

export type EngineName = (typeof engineNames)[number]

/** The engines that were asked for and are there; what is not there is told, and neither passes nor fails. */
export interface Engines {
  chromium?: Chromium
  firefox?: Firefox
  webkit?: WebKit
}

/** What `ENGINES` asks for: "chromium" where it says nothing, some of the names, or "all". */
export function wantedEngines(asked = process.env.ENGINES ?? 'chromium'): EngineName[] {
  const names = asked === 'all' ? engineNames : asked.split(',').map((name) => name.trim())
  for (const name of names)
    if (!engineNames.includes(name as EngineName)) throw new Error(`ENGINES takes "all" or some of ${engineNames.join(', ')}, not "${name}"`)
  return engineNames.filter((name) => names.includes(name))
}

/** Finds those engines. Chromium is fetched where it is missing, the others run where they are. */
export async function findEngines(wanted = wantedEngines()): Promise<Engines> {
  const engines: Engines = {}
  if (wanted.includes('chromium')) engines.chromium = await ensureChromium()
  if (wanted.includes('firefox')) engines.firefox = await findFirefox()
  if (wanted.includes('webkit')) engines.webkit = await findWebKit()
  return engines
}

/** Tells which of those engines no test can run in here. */
export function tellMissing(wanted: EngineName[], engines: Engines): void {
  for (const name of wanted) if (!engines[name]) console.log(`${name}: not on this machine`)
}
