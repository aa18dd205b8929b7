// Redemptions while the service fails a third of the time and proxies are killed. PROPERTIES_FACTOR=34 runs 1,000 and more on each store.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startPostgres } from '../postgres.ts'
import { runs } from '../properties/runs.ts'
import { runRedemptions, type RunFindings } from './redemption-run.ts'

const { seed, numRuns: redemptions } = runs(30)
const kills = Math.max(2, Math.round(redemptions / 15))

test('redemptions of a proxy that is killed take effect at most once, and no shopper sees a wrong state', async (context) => {
  hold(context, await runRedemptions({ redemptions, kills, proxies: 1, seed }))
})

test('redemptions of two proxies on one PostgreSQL take effect at most once, and no shopper sees a wrong state', async (context) => {
  const postgres = await startPostgres()
  try {
    hold(context, await runRedemptions({ redemptions, kills, proxies: 2, seed, databaseUrl: postgres.url }))
  } finally {
    await postgres.stop()
  }
})

function hold(context: TestContext, { faults, ...figures }: RunFindings) {
  context.diagnostic(`seed ${seed}: ${JSON.stringify(figures)}`)
  assert.deepEqual(faults, [])
  // Otherwise the run has tested nothing.
  assert.ok(figures.settled > redemptions / 2 && figures.kills > 0 && figures.failedBefore > 5 && figures.failedAfter > 5, JSON.stringify(figures))
}
