import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test, type TestContext } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { createClient } from '../../src/contract/client.ts'
import { buildApp } from '../../proxy/app.ts'
import { readConfig } from '../../proxy/config/config.ts'
import { merchant } from '../../proxy/merchant/merchant.ts'
import { backUp, restore } from '../../proxy/store/backup.ts'
import { openDatabase } from '../../proxy/store/open-database.ts'
import { runCommand, start } from '../cli/commands.ts'
import { orderOf } from '../proxy/orders.ts'
import { startStack, until, type Stack } from '../stack.ts'

const folder = mkdtempSync(join(tmpdir(), 'backups-'))
after(() => rmSync(folder, { recursive: true, force: true }))
/** A path in the folder of these tests that nothing has yet. */
const fresh = (
  (count = 0) =>
  (name: string) =>
    join(folder, `${(count += 1)}-${name}`)
)()

/** Starts a second proxy with another store. */
async function startBeside(t: TestContext, stack: Stack, store: string) {
  const { app, operator } = await buildApp(readConfig({ ...stack.settings, DATA_DIR: store }), { log: { write() {} }, thread: false })
  t.after(() => app.close().then(() => operator.close()))
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  return createClient(merchant, { baseUrl, headers: { Authorization: `Bearer ${stack.settings.MERCHANT_API_KEYS}` } })
}

/** Reports orders without a pause, several at a time, until it is stopped. */
function load(stack: Stack, atOnce = 4) {
  const accepted: { id: string; order: string }[] = []
  let isOver = false
  let number = 40_000
  const ended = Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (!isOver) {
        const order = String((number += 1))
        accepted.push({ id: (await stack.backend.reportOrder(orderOf(order))).id, order })
      }
    }),
  )
  return { accepted, stop: () => ((isOver = true), ended) }
}

const settledOnce = async (stack: Stack) => {
  const { orders } = await stack.state<{ orders: { shop_order_id: string }[] }>('orders')
  return orders.map(({ shop_order_id }) => shop_order_id)
}

describe('a backup of a store', () => {
  test('that was taken in the middle of a load and is restored has everything that was accepted before, and the service gets each order once', async (t) => {
    const stack = await startStack()
    t.after(() => stack.stop())
    // Some wait for another attempt when the backup is taken.
    await stack.fault({ match: { path: '/protection' }, status: 503, times: 20 })
    const running = load(stack)
    await until(
      async () => running.accepted.length,
      (count) => count >= 40,
    )
    const file = fresh('store.backup')

    const before = [...running.accepted]
    const backedUp = await runCommand(['backup', file, '--json'], { DATA_DIR: stack.settings.DATA_DIR! })
    const after = running.accepted.length
    await running.stop()
    // The first proxy does all of it before the backup is restored.
    for (const { id } of running.accepted) {
      await until(
        () => stack.backend.getReport({ id }),
        ({ state }) => state === 'delivered',
      )
    }
    const store = fresh('data')
    const restored = await start(['restore', file], { DATA_DIR: store, SHOP_NAME: stack.settings.SHOP_NAME! }).ended
    const doubted = countWaiting(store)
    const backend = await startBeside(t, stack, store)
    const states = await Promise.all(
      before.map(({ id }) =>
        until(
          () => backend.getReport({ id }),
          ({ state }) => state !== 'waiting',
        ),
      ),
    )

    assert.equal(backedUp.code, 0, backedUp.err)
    assert.ok(after > before.length, 'nothing was accepted while the backup was taken')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.equal(restored.code, 0, restored.err)
    assert.match(restored.out, /^shop kiln-and-paper, version \d+, \d+ bytes, jobs: \d+ waiting/)
    assert.ok(doubted.waiting > 0 && doubted.certain === 0, JSON.stringify(doubted))
    assert.deepEqual(new Set(states.map(({ state }) => state)), new Set(['delivered']))
    const orders = await settledOnce(stack)
    assert.deepEqual(orders.toSorted(), [...new Set(orders)].sort())
  })

  test('replaces neither a file nor a store that is there, and takes no store in use', async (t) => {
    const stack = await startStack()
    t.after(() => stack.stop())
    const [file, store] = [fresh('store.backup'), fresh('data')]
    const options = { shop: stack.settings.SHOP_NAME, replaces: false }
    await backUp(stack.settings.DATA_DIR!, file)
    await restore(file, store, options)

    await assert.rejects(backUp(store, file), /exists\. Name a new file/)
    await assert.rejects(restore(file, store, options), /DATA_DIR has a store: .*--replace/)
    await assert.rejects(restore(file, stack.settings.DATA_DIR!, { ...options, replaces: true }), /DATA_DIR is in use by another proxy/)
    const { replaced } = await restore(file, store, { ...options, replaces: true })
    assert.ok(statSync(join(replaced!, 'store.db')).isFile())
  })

  test('is refused if it is damaged, no store, or of another shop', async () => {
    const { settings, stop } = await startStack()
    const file = fresh('store.backup')
    await backUp(settings.DATA_DIR!, file)
    await stop()
    const [damaged, text] = [fresh('damaged'), fresh('text')]
    const bytes = readFileSync(file)
    bytes.fill(0xff, 8_192, 40_960)
    writeFileSync(damaged, bytes)
    writeFileSync(text, 'no store')
    const to = { shop: settings.SHOP_NAME, replaces: false }

    await assert.rejects(restore(damaged, fresh('data'), to), /is damaged|cannot be read as a store/)
    await assert.rejects(restore(text, fresh('data'), to), /cannot be read as a store: file is not a database/)
    await assert.rejects(restore(fresh('nothing'), fresh('data'), to), /does not exist/)
    await assert.rejects(restore(file, fresh('data'), { ...to, shop: 'another-shop' }), /is of the shop "kiln-and-paper".*"another-shop"/)
  })

  test('of a PostgreSQL is made by its own commands, which the command names', async () => {
    const { code, err } = await runCommand(['backup', fresh('x')], { DATABASE_URL: 'postgresql://user:secret@127.0.0.1:1/db' })

    assert.equal(code, 2)
    assert.match(err, /pg_dump --format=custom --file=FILE "\$DATABASE_URL"/)
    assert.doesNotMatch(err, /secret/)
  })
})

/** The jobs of a store that wait, and those of them that nothing marks as in doubt. */
function countWaiting(store: string) {
  const database = new DatabaseSync(join(store, 'store.db'), { readOnly: true })
  try {
    const select = `select count(*) as waiting, sum(doubtful = 0) as certain from work where state = 'waiting'`
    return database.prepare(select).get() as { waiting: number; certain: number }
  } finally {
    database.close()
  }
}

describe('storefront-proxy migrate', () => {
  test('shows first what an update of an older store does, and then does it', async () => {
    const store = fresh('data')
    await (await openDatabase({ folder: store })).close()
    const older = new DatabaseSync(join(store, 'store.db'))
    older.exec(
      'drop table audit; drop table figures; alter table work drop column manual; alter table work drop column keeps_body; delete from migrations where version >= 8',
    )
    older.close()
    const migrate = (...words: string[]) => runCommand(['migrate', ...words], { DATA_DIR: store })

    const rehearsed = await migrate('--dry-run')
    const done = await migrate()
    const again = await migrate('--dry-run')

    assert.deepEqual([rehearsed.code, done.code, again.code], [0, 0, 0], rehearsed.err + done.err + again.err)
    assert.match(rehearsed.out, /^ {3}8 {2}adds two columns to the jobs\n {3}9 {2}creates the table of the audit log\n/)
    assert.match(
      rehearsed.err,
      /has version 7; this program would migrate it to \d+ at its start\. Nothing was changed\.\nThe migration of a copy took [\d.]+ s/,
    )
    assert.match(done.err, /^The store was migrated from version 7 to \d+/)
    assert.match(again.err, /Nothing to do\.$/m)
  })
})
