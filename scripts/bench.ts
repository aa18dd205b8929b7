// Measures how fast it is, part by part, each against a reference of the same run: npm run bench, or npm run bench widgets.
import { isBuilt } from '../test/proxy-command.ts'

const benches: Record<string, () => Promise<void>> = {
  queue: async () => (await import('./bench/queue.ts')).benchQueue(),
  flood: async () => (await import('./bench/flood.ts')).benchFlood(),
  tracking: async () => (await import('./bench/tracking.ts')).benchTracking(),
  widgets: async () => (await import('./bench/widgets.ts')).benchWidgets(),
  'power-cut': async () => (await import('./bench/power-cut.ts')).benchPowerCut(),
  'full-disk': async () => (await import('./bench/full-disk.ts')).benchFullDisk(),
}
/** Run only when they are named. */
const unusual = ['power-cut', 'full-disk']

const named = process.argv.slice(2)
const unknown = named.find((name) => !Object.hasOwn(benches, name))
if (unknown !== undefined) throw new Error(`"${unknown}" is not measured; what is: ${Object.keys(benches).join(', ')}`)
if (!isBuilt() || !isBuilt('widgets/protection.js', ['src', 'vite']))
  throw new Error('What would be measured is not built from the present sources: npm run build')
for (const [name, bench] of Object.entries(benches)) if (named.includes(name) || (named.length === 0 && !unusual.includes(name))) await bench()
