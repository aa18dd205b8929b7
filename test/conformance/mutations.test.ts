import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { mutantsIn } from '../../scripts/mutations/mutants.ts'
import { everyEvent, mutatedOperations, operationOf, sentOperations } from '../../scripts/mutations/operations.ts'

const page = readFileSync('docs/conformance-mutations.md', 'utf8')

test('the table of mutations has a row for every operation and event of the stand-ins; run npm run mutations to update it', () => {
  const [, table = ''] = page.split(/^## .*$/m)
  const rows = [...table.matchAll(/^\| ([\w. ]+) \| (\d+) \| (\d+) \| [\d.]+ % \|$/gm)]

  assert.deepEqual(
    rows.map(([, verb]) => verb),
    mutatedOperations,
  )
  for (const [, verb, changes] of rows) assert.ok(Number(changes) > 0, `no change of ${verb}`)
})

test('the checks kill at least 90% of the mutants', () => {
  const [, all, killed] = /\*\*(\d+) changes, (\d+) killed/.exec(page)!

  assert.ok(Number(killed) >= 0.9 * Number(all), `${killed} of ${all}`)
})

test('a response belongs to one operation, for both spellings of its path and for both merchants', () => {
  assert.equal(operationOf('GET', '/loyalty/v2.0/admin/members/7?limit=1'), 'getMember')
  assert.equal(operationOf('PATCH', '/protection/api/v1/orders/7/refund_protection'), 'refundInsurance')
  assert.equal(operationOf('GET', '/track/moss-and-tin/api/order?key=a'), 'lookUpOrder')
  assert.equal(operationOf('GET', '/_control/state'), undefined)
})

test('a request of the stand-ins is a claim by its path or an event by its topic; an event also counts for "every event"', () => {
  assert.deepEqual(sentOperations('/prefix/orders/7/store_credit', {}), ['creditClaim'])
  assert.deepEqual(sentOperations('/hooks', { metadata: { topic: 'customer.created' } }), [everyEvent, 'customer.created'])
  assert.deepEqual(sentOperations('/hooks', undefined), [])
})

test('mutants suppress a sent request, drop its key and repeat its id', () => {
  const body = { method: 'POST', path: '/orders/7/refund', headers: { 'x-api-key': 'key' }, body: { refundable: { id: '9' } } }
  const mutants = mutantsIn([{ operation: 'refundClaim', status: 'sent', body }], { verbs: [], every: 1 })

  const changed = Object.fromEntries(mutants.map(({ title, change }) => [title, change({ status: 'sent', body })]))
  assert.deepEqual(changed['never sent'], { status: 'suppressed', body })
  assert.deepEqual(changed['sent, `headers.x-api-key` dropped'], { status: 'sent', body: { ...body, headers: {} } })
  assert.deepEqual(changed['sent, `body.refundable.id` the same each time'], {
    status: 'sent',
    body: { ...body, body: { refundable: { id: 'the-same-each-time' } } },
  })
})

test('an optional field is altered but not dropped', () => {
  const body = { id: '1', token: 'a', price: { cents: 1, currency: 'USD' }, variant: { id: 1, sku: 'P' } }
  const titles = mutantsIn([{ operation: 'quote', status: 200, body }], { verbs: [], every: 1 }).map(({ title }) => title)

  assert.ok(!titles.includes('200, `variant` dropped'))
  assert.ok(titles.includes('200, `variant.id` dropped') && titles.includes('200, `variant.id` altered'))
})

test('each guaranteed field is dropped and altered, each list is emptied and each status is changed, one at a time', () => {
  const body = { message: 'OK', data: { customers: [{ customerId: '7', firstName: 'Ada', unpromised: 1 }], lastCustomerId: '7' } }
  const mutants = mutantsIn([{ operation: 'listMembers', status: 200, body }], { verbs: [], every: 1 })

  const changed = Object.fromEntries(mutants.map(({ title, change }) => [title, change({ status: 200, body })]))
  assert.deepEqual(changed['200 becomes 500'], { status: 500, body })
  assert.deepEqual(changed['200, `data.customers` emptied'], { status: 200, body: { ...body, data: { ...body.data, customers: [] } } })
  assert.deepEqual(changed['200, `data.customers.*.firstName` dropped']?.body, {
    ...body,
    data: { ...body.data, customers: [{ customerId: '7', unpromised: 1 }] },
  })
  assert.deepEqual(changed['200, `data.lastCustomerId` altered']?.body, { ...body, data: { ...body.data, lastCustomerId: '71' } })
  assert.ok(!Object.keys(changed).some((title) => title.includes('unpromised')))
})
