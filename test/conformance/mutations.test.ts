import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mutantsIn } from '../../scripts/mutations/mutants.ts'
import { operationOf } from '../../scripts/mutations/operations.ts'

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
