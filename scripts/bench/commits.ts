import { rm, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'

const row = JSON.stringify({ padding: 'x'.repeat(1_000) })

/** Measures commits per second of one row each, one after another, on the disk of this folder: the minimum work of a store. */
export async function sqliteCommits(under: string, howMany: number): Promise<number> {
  const folder = await mkdtemp(join(under, 'storefront-bench-'))
  const database = new DatabaseSync(join(folder, 'commits.db'))
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE one (id INTEGER PRIMARY KEY, body TEXT) STRICT')
    const insert = database.prepare('INSERT INTO one (body) VALUES (?)')
    const began = performance.now()
    for (let left = howMany; left > 0; left -= 1) insert.run(row)
    return howMany / ((performance.now() - began) / 1000)
  } finally {
    database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Measures the same on PostgreSQL, over one connection. */
export async function postgresCommits(url: string, howMany: number): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('CREATE TABLE one (id bigserial PRIMARY KEY, body text)')
    const began = performance.now()
    for (let left = howMany; left > 0; left -= 1) await client.query({ name: 'insert', text: 'INSERT INTO one (body) VALUES ($1)', values: [row] })
    return howMany / ((performance.now() - began) / 1000)
  } finally {
    await client.query('DROP TABLE IF EXISTS one')
    await client.end()
  }
}
