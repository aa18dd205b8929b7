// The service ends with the last state of every order, whatever happens to the webhooks on the way. The long form sends 2,000: `npm run test:long`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runs } from '../properties/runs.ts'
import { runDeliveries } from './delivery-run.ts'
import { createChance } from './kill-chance.ts'

const { numRuns: deliveries, seed } = runs(80)

test(
  'from shuffled, repeated, burst, delayed and lost webhooks the service gets the last state of every order, although the proxy is killed',
  {
    timeout: 3_000_000,
  },
  async (context) => {
    const { faults, ...figures } = await runDeliveries(deliveries, createChance(seed))

    context.diagnostic(`seed ${seed}: ${JSON.stringify(figures)}`)
    assert.deepEqual(faults, [])
    // Otherwise the run tested nothing.
    assert.ok(figures.kills > 0 && figures.sharingAnId > 1 && figures.lost > 0, JSON.stringify(figures))
  },
)
