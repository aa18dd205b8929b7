import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'

/** An empty database on a real PostgreSQL. */
export interface Postgres {
  url: string
  /** Removes the database, even if somebody is connected to it. */
  stop(): Promise<void>
}

/**
 * A database on the server that TEST_DATABASE_URL or DATABASE_URL names; without either, on one that is started for it and ends with
 * this process, however it ends.
 */
export async function startPostgres(): Promise<Postgres> {
  const theirs = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
  return theirs ? createDatabase(theirs) : startServer()
}

async function createDatabase(server: string): Promise<Postgres> {
  const name = `storefront_test_${randomUUID().replaceAll('-', '')}`
  await tell(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, stop: () => tell(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

async function tell(server: string, statement: string) {
  const client = new Client({ connectionString: server })
  try {
    await client.connect()
    await client.query(statement)
  } catch (error) {
    const { host } = new URL(server)
    throw new Error(
      `The PostgreSQL at ${host}, named by TEST_DATABASE_URL or DATABASE_URL, did not do "${statement}": ${String(error)}. ` +
        'Name one where its user may create databases, or unset both.',
      { cause: error },
    )
  } finally {
    await client.end()
  }
}

async function startServer(): Promise<Postgres> {
  const keeper = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('postgres-keeper.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => keeper.once('close', () => resolve()))
  const reason = text(keeper.stderr)
  const url = await new Promise<string>((resolve, reject) => {
    keeper.once('error', reject)
    keeper.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()))
    void ended.then(async () =>
      reject(
        new Error(
          `No PostgreSQL could be started here: ${await reason}\n` +
            'Name one that runs, TEST_DATABASE_URL=postgresql://user:password@127.0.0.1:5432/postgres, whose user may create databases.',
        ),
      ),
    )
  })
  return {
    url,
    async stop() {
      keeper.stdin.end()
      await ended
    },
  }
}
