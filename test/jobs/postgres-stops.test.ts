// PostgreSQL stops and starts again while reports come in: reports are refused in between, and no accepted report is lost.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { openDatabase } from '../../proxy/store/open-database.ts'
import { ResponseError } from '../../src/contract/client.ts'
import { protection } from '../../src/contract/protection.ts'
import { startPostgres } from '../postgres.ts'
import { orderOf } from '../proxy/orders.ts'
import { startStack, until } from '../stack.ts'

/** A relay to a database server that can be closed and opened: the server then looks stopped, even if others use it. */
async function startWay(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port || 5432), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => {}).on('close', () => (sockets.delete(one), other.destroy()))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = (server.address() as AddressInfo).port
  const through = new URL(url)
  through.host = `127.0.0.1:${at}`
  return {
    url: through.href,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
    async open() {
      server.listen(at, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}

/** Ends all other connections to the database, like a server that shuts down. */
async function endConnections(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
  await client.end()
}

test('while PostgreSQL is stopped, reports are refused with a retry time and prices are quoted; later all accepted reports are delivered', async (context) => {
  const postgres = await startPostgres()
  context.after(() => postgres.stop())
  const way = await startWay(postgres.url)
  const stack = await startStack({ thread: true, settings: { DATABASE_URL: way.url } })
  context.after(async () => {
    await stack.stop()
    await way.close()
  })
  const accepted: string[] = []
  const refusals: unknown[] = []
  let number = 60_000
  let going = true
  async function report() {
    while (going) {
      number += 1
      await stack.backend.reportOrder(orderOf(String(number))).then(
        ({ id }) => accepted.push(id),
        (error: unknown) => refusals.push(error),
      )
    }
  }
  const reporting = Promise.all(Array.from({ length: 8 }, report))
  const reaches = (list: readonly unknown[], count: number) =>
    until(
      async () => list.length,
      (length) => length >= count,
    )

  await reaches(accepted, 40)
  await endConnections(postgres.url)
  await way.close()
  await reaches(refusals, 40)
  const quoted = await stack.browser(protection).quoteProtection({ cents: 6200, currency: 'USD' })
  await way.open()
  await reaches(accepted, accepted.length + 40)
  going = false
  await reporting

  assert.equal(quoted.price.cents, 175)
  for (const error of refusals) {
    assert.ok(error instanceof ResponseError, String(error))
    assert.deepEqual([error.status, error.problem.code, error.problem.retry_after], [503, 'overloaded', 5])
  }
  for (const id of accepted)
    await until(
      () => stack.backend.getReport({ id }),
      ({ state }) => state === 'delivered',
    )
})

test('a connection that is lost between two statements of a transaction ends only that transaction', async (t) => {
  const postgres = await startPostgres()
  t.after(() => postgres.stop())
  const database = await openDatabase({ url: postgres.url })
  t.after(() => database.close())
  const looks = () => sql`select 1 as one`

  const lost = database.transact(async (tx) => {
    await looks().execute(tx)
    await endConnections(postgres.url)
    // Once another connection has answered, the socket has reported its end.
    await looks().execute(database.store)
    await looks().execute(tx)
  })

  await assert.rejects(lost)
  await looks().execute(database.store)
})
