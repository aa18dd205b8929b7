// Keys of orders while proxies are killed. PROPERTIES_FACTOR=10 makes 400 on each store.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startPostgres } from '../postgres.ts'
import { runs } from '../properties/runs.ts'
import { runKeys, type KeyFindings } from './key-run.ts'

const { seed, numRuns: orders } = runs(40)
const kills = Math.max(4, Math.round(orders / 8))

test('every order gets exactly one key from a proxy that is killed at random moments', async (context) => {
  hold(context, await runKeys({ orders, kills, proxies: 1, seed }))
})

test('every order gets exactly one key from two proxies on one PostgreSQL that are killed at random moments', async (context) => {
  const postgres = await startPostgres()
  try {
    hold(context, await runKeys({ orders, kills, proxies: 2, seed, databaseUrl: postgres.url }))
  } finally {
    await postgres.stop()
  }
})

function hold(context: TestContext, { faults, ...figures }: KeyFindings) {
  context.diagnostic(`seed ${seed}: ${JSON.stringify({ orders, ...figures })}`)
  assert.deepEqual(faults, [])
  // Otherwise no attempt was interrupted after its effect.
  assert.ok(figures.repeated > 0, JSON.stringify(figures))
}
