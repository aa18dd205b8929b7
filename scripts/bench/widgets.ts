import { availableParallelism, loadavg } from 'node:os'
import { measureMainThread, costOfHundred } from './widgets/main-thread.ts'
import { loadCold, loadWarm } from './widgets/loading.ts'
import { measureLayoutShift } from './widgets/layout-shift.ts'
import { startShop } from './widgets/shop.ts'

/** Number of rounds; the variable `ROUNDS` overrides it. */
const rounds = Number(process.env.ROUNDS ?? 7)

/** Measures how fast the protection toggle is on a shop’s page, and what it costs that page. */
export async function benchWidgets() {
  const load = loadavg()[0]!.toFixed(1)
  console.log(`\nProtection toggle, in Chromium, on ${availableParallelism()} cores with a load of ${load} before; medians of ${rounds} rounds, in turns\n`)
  const shop = await startShop()
  try {
    await loadCold(shop.slow, rounds)
    await loadWarm(shop.slow, rounds)
    // More rounds, because this measurement is short and varies most.
    await measureMainThread(shop.slow, rounds * 3)
    await costOfHundred(shop.near, rounds)
  } finally {
    await shop.stop()
  }
  await measureLayoutShift()
}
