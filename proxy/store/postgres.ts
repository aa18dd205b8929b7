import { PostgresDialect } from 'kysely'
import pg from 'pg'
import { ConfigError } from '../config/config-error.ts'
import type { Connections } from './database.ts'
import { OtherVersion } from './other-version.ts'

/** The most connections of one instance. */
const maxConnections = 8

/** Connects to a PostgreSQL, which several instances may share. No wait is longer than platforms wait for the answer to a webhook. */
export async function toPostgres(url: string): Promise<Connections> {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 4_000,
    query_timeout: 5_000,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    application_name: 'storefront-proxy',
    // By default `pg` returns numbers of eight bytes as text; times and counts fit into JavaScript numbers.
    types: { getTypeParser: (id, format) => (id === pg.types.builtins.INT8 ? Number : (pg.types.getTypeParser(id, format) as (text: string) => unknown)) },
  })
  // An idle connection may be lost. The next query opens another one, and fails if it cannot.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // A connection may also be lost between two statements of a transaction. The next statement then fails, and the process goes on.
    client.on('error', () => {})
    // Accepted data has to be on disk, whatever the configuration of the server.
    client.query(`select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`).catch(() => {})
  })
  return { writing: new PostgresDialect({ pool }), explain: (error) => explainFor(url, error) }
}

function explainFor(url: string, error: unknown): Error {
  if (error instanceof OtherVersion) return new ConfigError([`DATABASE_URL ${error.message}`])
  const { host, pathname } = new URL(url)
  const { code, message } = error as { code?: string; message: string }
  const remedies: Record<string, string> = {
    '28P01': 'Check the user and the password.',
    '28000': 'Check the user, and whether the server accepts it from this host.',
    '3D000': 'Create the database, or name another.',
    '42501': 'Grant the user the right to create tables in this database.',
    '53300': `Raise max_connections of the server: each instance takes up to ${maxConnections} of them.`,
    '57P03': 'Wait until the server has started.',
    ECONNREFUSED: 'Check host and port, and whether the server runs.',
    ENOTFOUND: 'Check the host.',
  }
  return new ConfigError([
    `DATABASE_URL cannot be used: ${host}${pathname}: ${message || code || 'no answer'}. ${remedies[code ?? ''] ?? 'Check that it can be reached from here.'}`,
  ])
}
