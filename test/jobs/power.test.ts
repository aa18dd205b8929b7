// Data that must survive a power cut has to be on the disk before the answer. scripts/bench/power-cut.ts simulates the cut; these tests check
// that each commit waits for the disk.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase } from '../../proxy/store/open-database.ts'
import { startPostgres } from '../postgres.ts'

test('each commit to the embedded store waits until it is on the disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-power-'))
  // The second pass opens an existing store.
  for (let time = 1; time <= 2; time += 1) {
    const { transact, close } = await openDatabase({ folder })
    const [synchronous, journal] = await transact(async (tx) => [
      (await sql<{ synchronous: number }>`pragma synchronous`.execute(tx)).rows,
      (await sql<{ journal_mode: string }>`pragma journal_mode`.execute(tx)).rows,
    ])
    await close()

    // FULL (https://sqlite.org/pragma.html#pragma_synchronous): the log is synced at each commit.
    assert.deepEqual(
      synchronous.map((row) => row.synchronous),
      [2],
    )
    assert.deepEqual(
      journal.map((row) => row.journal_mode),
      ['wal'],
    )
  }
  await rm(folder, { recursive: true })
})

test('each commit to PostgreSQL waits until it is on the disk, whatever the server is set to', async () => {
  const postgres = await startPostgres()
  try {
    const owner = new pg.Client({ connectionString: postgres.url })
    await owner.connect()
    await owner.query(`ALTER DATABASE ${owner.escapeIdentifier(owner.database!)} SET synchronous_commit = off`)
    await owner.end()

    const { store, close } = await openDatabase({ url: postgres.url })
    // Each query uses its own connection, because none is free while the others run.
    const asked = Array.from({ length: 5 }, () => sql<{ how: string }>`select current_setting('synchronous_commit') as how, pg_sleep(0.1)`.execute(store))
    const answers = (await Promise.all(asked)).flatMap(({ rows }) => rows.map(({ how }) => how))
    await close()

    assert.deepEqual(
      answers,
      Array.from(answers, () => 'on'),
    )
    assert.equal(answers.length, 5)
  } finally {
    await postgres.stop()
  }
})
