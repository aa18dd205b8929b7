// Every accepted report is delivered once and in order, whenever the proxy is killed. The long form: test/jobs/kill-long.ts.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startPostgres } from '../postgres.ts'
import { runKills, type KillFindings } from './kill-run.ts'

const kills = 3
const seed = Math.floor(Math.random() * 1e9)

test('a proxy that is killed again and again neither loses nor doubles a report, and keeps their order', { timeout: 300_000 }, async (context) => {
  hold(context, await runKills({ kills, proxies: 1, seed, hurry: true, signal: context.signal }))
})

test('any of three proxies on one PostgreSQL may be killed at any moment', { timeout: 300_000 }, async (context) => {
  const postgres = await startPostgres()
  try {
    hold(context, await runKills({ kills, proxies: 3, seed, hurry: true, signal: context.signal, databaseUrl: postgres.url }))
  } finally {
    await postgres.stop()
  }
})

function hold(context: TestContext, { faults, ...figures }: KillFindings) {
  context.diagnostic(`seed ${seed}: ${JSON.stringify(figures)}`)
  assert.deepEqual(faults, [])
  // Otherwise the run tested nothing. A busy machine reports less between two kills.
  assert.ok(figures.reports > 20 && figures.failedBefore > 4 && figures.failedAfter > 2 && figures.given > 0, JSON.stringify(figures))
}
