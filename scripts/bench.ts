// Measures the speed of each part against a reference of the same run: npm run bench, or npm run bench widgets.
// Exits with code 1 if a figure misses its goal. With --report it only prints.
import { parseArgs } from 'node:util'
import { isBuilt } from '../test/proxy-command.ts'
import { conclude } from './bench/figures.ts'

const benches: Record<string, () => Promise<void>> = {
  queue: async () => (await import('./bench/queue.ts')).benchQueue(),
  proxy: async () => (await import('./bench/proxy.ts')).benchProxy(),
  overload: async () => (await import('./bench/overload.ts')).benchOverload(),
  flood: async () => (await import('./bench/flood.ts')).benchFlood(),
  tracking: async () => (await import('./bench/tracking.ts')).benchTracking(),
  widgets: async () => (await import('./bench/widgets.ts')).benchWidgets(),
  'power-cut': async () => (await import('./bench/power-cut.ts')).benchPowerCut(),
  'full-disk': async () => (await import('./bench/full-disk.ts')).benchFullDisk(),
}
/** Benchmarks that run only if they are named. */
const unusual = ['power-cut', 'full-disk']

const { values: options, positionals: named } = parseArgs({ options: { report: { type: 'boolean' } }, allowPositionals: true })
const unknown = named.find((name) => !Object.hasOwn(benches, name))
if (unknown !== undefined) throw new Error(`There is no benchmark "${unknown}". Benchmarks: ${Object.keys(benches).join(', ')}`)
if (!isBuilt() || !isBuilt('dist/widgets/protection.js', ['src'])) throw new Error('The build is missing or older than the sources: npm run build')
for (const [name, bench] of Object.entries(benches)) if (named.includes(name) || (named.length === 0 && !unusual.includes(name))) await bench()
conclude(options)
