import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { mutantsIn } from '../../scripts/mutations/mutants.ts'
import { operations, operationOf } from '../../scripts/mutations/operations.ts'

const page = readFileSync('docs/conformance-mutations.md', 'utf8')

test('the table of mutations has a row for every operation of the stand-ins; npm run mutations writes it anew', () => {
  const rows = [...page.matchAll(/^\| (\w+) \| (\d+) \| (\d+) \| [\d.]+ % \|$/gm)]

  assert.deepEqual(
    rows.map(([, verb]) => verb),
    operations,
  )
  for (const [, verb, changes] of rows) assert.ok(Number(changes) > 0, `no change of ${verb}`)
})

test('the checks notice nine of ten changes', () => {
  const [, all, killed] = /\*\*(\d+) changes, (\d+) killed/.exec(page)!

  assert.ok(Number(killed) >= 0.9 * Number(all), `${killed} of ${all}`)
})

test('an answer of the stand-ins belongs to one operation, under either name of its path and of either merchant', () => {
  assert.equal(operationOf('GET', '/loyalty/v2.0/admin/members/7?limit=1'), 'getMember')
  assert.equal(operationOf('PATCH', '/protection/api/v1/orders/7/refund_protection'), 'refundInsurance')
  assert.equal(operationOf('GET', '/track/moss-and-tin/api/order?key=a'), 'lookUpOrder')
  assert.equal(operationOf('GET', '/_control/state'), undefined)
})

test('each field that is promised is dropped and altered, each list is emptied and each status changed, one at a time', () => {
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
