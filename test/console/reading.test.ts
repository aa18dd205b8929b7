import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { protection } from '../../src/contract/protection.ts'
import { orderOf, protectedOrderOf } from '../proxy/orders.ts'
import { until } from '../until.ts'
import { startConsole, type ConsoleStack } from './console-stack.ts'

const today = () => new Date().toISOString().slice(0, 10)

describe('what the console shows', () => {
  let stack: ConsoleStack
  before(async () => {
    stack = await startConsole()
  })
  after(() => stack.stop())

  test('a failed report stands with the field and the words of the service; a person retries it, and drops another', async () => {
    const api = await stack.as('act')
    const refuse = { match: { method: 'POST', path: '/protection/api/v1/orders' }, status: 422, body: { error: ['postal_code is no postal code'] } }
    await stack.fault({ ...refuse, times: 2 })
    const sent = [await stack.backend.reportOrder(orderOf('9601')), await stack.backend.reportOrder(orderOf('9602'))].map(({ id }) => id)
    const { reports } = await until(
      () => api.listReports({ group: 'failed' }),
      ({ reports }) => reports.length === 2,
    )
    assert.deepEqual(reports.map(({ id }) => id).sort(), [...sent].sort())
    assert.match(reports[0]!.notes.at(-1)!, /postal_code is no postal code/)

    const [retried = '', dropped = ''] = sent
    assert.deepEqual(await api.retryReports({ reports: [retried] }), { changed: [retried], unchanged: [] })
    assert.deepEqual(await api.dropReports({ reports: [dropped], reason: 'reported by hand' }), { changed: [dropped], unchanged: [] })

    await until(
      () => api.search({ q: retried }),
      ({ report }) => report?.state === 'delivered',
    )
    const { entries } = await api.listAudit({})
    assert.deepEqual(
      entries.map(({ action, subject, reason }) => [action, subject, reason]),
      [
        ['report.drop', dropped, 'reported by hand'],
        ['report.retry', retried, null],
      ],
    )
  })

  test('an id of an order, a shipment or a report leads to the order, its lines and its history; other ids lead nowhere', async () => {
    const api = await stack.as('look')
    await stack.sent('9603')

    for (const q of ['9603', '96035', 'K-9603', '#k-9603']) {
      const { order } = await api.search({ q })
      assert.equal(order?.facts?.number, 'K-9603', q)
      assert.deepEqual(
        order?.facts?.lines.map(({ name, quantity, shipped }) => [name, quantity, shipped]),
        [['Stoneware mug', 2, 2]],
      )
      assert.deepEqual(order?.reports.map(({ kind }) => kind).sort(), ['order', 'shipment'])
      assert.doesNotMatch(JSON.stringify(order), /mira@example|Okafor|Clay Street/)
    }
    assert.deepEqual(await api.search({ q: 'nothing-of-this-name' }), { order: null, numbered: null, report: null, member: null })
  })

  test('an id that is also the number of another order shows the order of the id, and names the other', async () => {
    const api = await stack.as('look')
    await stack.sent('9605')
    await stack.ordered('9606', { shop_order_number: '9605' })

    const { order, numbered } = await api.search({ q: '9605' })

    assert.deepEqual([order?.facts?.number, numbered], ['K-9605', '9606'])
  })

  test('a member is shown without a name', async () => {
    const { member } = await (await stack.as('look')).search({ q: '700100200301' })

    assert.equal(member?.id, '700100200301')
    assert.doesNotMatch(JSON.stringify(member), /Mira|Okafor|@/)
  })

  test('who looks at an order as its buyer sees it stands in the audit log', async () => {
    const api = await stack.as('look')

    const { url, order } = await api.viewAsShopper({ order: '9603', email: 'mira@example.com' })

    assert.equal(order.order_number, 'K-9603')
    assert.match(url, /\/track#key=/)
    const { entries } = await api.listAudit({})
    assert.deepEqual([entries[0]?.who, entries[0]?.action, entries[0]?.subject], ['noor', 'order.view', '9603'])
  })

  test('figures count prices, orders, protection and look-ups by day, and no preview', async () => {
    const api = await stack.as('look')
    const { token } = await stack.browser(protection, { headers: { 'Accept-Language': 'de-AT,de;q=0.9' } }).quoteProtection({ cents: 4800, currency: 'USD' })
    await stack.backend.reportOrder(protectedOrderOf('9604', token))
    await fetch(`${stack.operator}/console/preview/v1/protection/quotes?cents=4800&currency=USD`, {
      headers: { Cookie: await stack.cookieOf('demo-look-token-public-and-worthless') },
    })

    const { rows } = await until(
      () => api.readFigures({ from: today(), to: today() }),
      ({ rows }) => rows.some(({ name }) => name === 'protected') && rows.some(({ name }) => name === 'offered'),
    )

    const row = (name: string) => rows.find((one) => one.name === name)
    assert.deepEqual([row('offered')?.events, row('offered')?.lang], [1, 'de'])
    assert.deepEqual([row('protected')?.events, row('protected')?.cents, row('protected')?.currency], [1, 4800, 'USD'])
    assert.deepEqual([row('revenue')?.events, row('revenue')?.cents], [1, 150], 'the price of the sealed quote')
    assert.ok((row('orders')?.events ?? 0) >= 2)
    assert.ok(rows.every(({ day }) => day === today()))
  })

  test('health names the queue, the services and the keys, and never a key itself', async () => {
    const health = await (await stack.as('look')).health({})

    assert.equal(health.store, 'fine')
    assert.ok(health.services.some(({ name, answers }) => name === 'protection' && answers > 0))
    assert.deepEqual(
      health.keys.map(({ setting, name }) => [setting, name]),
      [
        ['SESSION_KEYS', 'demo-1'],
        ['ASSERTION_KEYS', 'demo-1'],
      ],
    )
    assert.ok(!JSON.stringify(health).includes(stack.settings.SESSION_KEYS!.split(':')[1]!))
  })
})
