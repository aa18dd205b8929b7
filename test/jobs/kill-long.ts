// Kills the proxy `--kills` times: node --import tsx test/jobs/kill-long.ts --kills 100 --store sqlite --seed 7
import { parseArgs } from 'node:util'
import { startPostgres } from '../postgres.ts'
import { runKills, type KillFindings } from './kill-run.ts'

const { values } = parseArgs({ options: { kills: { type: 'string' }, store: { type: 'string' }, seed: { type: 'string' } } })
const kills = Number(values.kills ?? 100)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9))

async function onSqlite(): Promise<KillFindings> {
  return runKills({ kills, proxies: 1, seed })
}

async function onPostgres(): Promise<KillFindings> {
  const postgres = await startPostgres()
  try {
    return await runKills({ kills, proxies: 3, seed, databaseUrl: postgres.url })
  } finally {
    await postgres.stop()
  }
}

for (const [store, run] of Object.entries({ sqlite: onSqlite, postgres: onPostgres })) {
  if (values.store !== undefined && values.store !== store) continue
  console.log(`${store}, seed ${seed}`)
  const began = performance.now()
  const { faults, ...figures } = await run()
  console.log({ ...figures, seconds: Math.round((performance.now() - began) / 1000) })
  for (const fault of faults) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}
