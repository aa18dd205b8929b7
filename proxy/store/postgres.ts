import { PostgresDialect } from 'kysely'
import pg from 'pg'
import { ConfigError } from '../config/config.ts'
import type { Way } from './database.ts'
import { OtherVersion } from './migrations.ts'

/** Connections that an instance takes. */
const most = 8

/** PostgreSQL, which several instances share; nothing that it does is waited for longer than platforms wait for the answer to a webhook. */
export async function toPostgres(url: string): Promise<Way> {
  const pool = new pg.Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 4_000,
    query_timeout: 5_000,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    application_name: 'storefront-proxy',
    // Numbers of eight bytes come as text otherwise; times and counts fit into ours.
    types: { getTypeParser: (id, format) => (id === pg.types.builtins.INT8 ? Number : (pg.types.getTypeParser(id, format) as (text: string) => unknown)) },
  })
  // Connections that rest may be lost; the next question opens another one, and says so where it cannot.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // So may one between two statements of a transaction: the next statement says so, and nobody else has to end for it.
    client.on('error', () => {})
    // What is accepted has to be on disk, however the server is set up.
    client.query(`select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`).catch(() => {})
  })
  return { changing: new PostgresDialect({ pool }), explain: (error) => explainFor(url, error) }
}

function explainFor(url: string, error: unknown): Error {
  if (error instanceof OtherVersion) return new ConfigError([`DATABASE_URL ${error.message}`])
  const { host, pathname } = new URL(url)
  const { code, message } = error as { code?: string; message: string }
  const remedies: Record<string, string> = {
    '28P01': 'Check the user and the password.',
    '28000': 'Check the user, and whether the server lets it in from here.',
    '3D000': 'Create the database, or name another.',
    '42501': 'Give the user the right to create tables there.',
    '53300': `Raise max_connections of the server: each instance takes up to ${most} of them.`,
    '57P03': 'Wait until the server has started.',
    ECONNREFUSED: 'Check host and port, and whether the server runs.',
    ENOTFOUND: 'Check the host.',
  }
  return new ConfigError([
    `DATABASE_URL cannot be used: ${host}${pathname}: ${message || code || 'no answer'}. ${remedies[code ?? ''] ?? 'Check that it can be reached from here.'}`,
  ])
}
