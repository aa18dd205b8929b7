import assert from 'node:assert/strict'
import type { Account } from '../account.ts'
import type { Check } from '../check.ts'
import { accepted, refused } from '../expect.ts'
import { register, subscribe, tells } from '../webhooks.ts'

const listOf = async ({ loyalty }: Account, path: 'webhooks' | 'webhook-subscriptions') => accepted(await loyalty('GET', `/v2.0/admin/${path}`)).list()

/** Addresses registered for all events, and for one topic each. */
export const webhookChecks: Check[] = [
  {
    sentences: ['L4', 'L28', 'L32', 'L38', 'L67', 'L69', 'L104', 'A46'],
    title: 'registering an address answers a token made for it; the list shows the address and no token',
    async run(account) {
      const [one, another] = [await register(account), await register(account)]
      assert.ok(one.token.length >= 16 && one.token !== another.token)
      const webhooks = await listOf(account, 'webhooks')
      const found = webhooks.find(({ id }) => id === one.id)
      for (const record of [one.record, found]) assert.deepEqual([record?.callbackUrl, record?.name], [one.url, 'conformance'])
      const { token: _, ...shown } = one.record
      assert.deepEqual(found, shown)
      assert.ok(!JSON.stringify(webhooks).includes(one.token))
    },
  },
  {
    sentences: ['L38', 'L67', 'L71', 'A46', 'A49'],
    title: 'an address that is none is registered neither for all events nor for a topic',
    async run(account) {
      for (const body of [{}, { callbackUrl: 'nowhere' }, { callbackUrl: 'ftp://example.com/' }, { callbackUrl: 7 }]) {
        refused(await account.loyalty('POST', '/v2.0/admin/webhooks', { body }))
        refused(await account.loyalty('POST', '/v2.0/admin/webhook-subscriptions', { body: { topic: 'customer.updated', name: 'conformance', ...body } }))
      }
      refused(await account.loyalty('POST', '/v2.0/admin/webhook-subscriptions', { body: { callbackUrl: account.receiver.inbox().url, name: 'conformance' } }))
    },
  },
  {
    sentences: ['L9', 'L11', 'L38', 'L70', 'L112', 'A47'],
    title: 'a deleted webhook is gone from the list at once, deleting it again is success, and an unknown one is not found',
    async run(account) {
      const { id } = await register(account)
      const remove = (id: string) => account.loyalty('DELETE', '/v2.0/admin/webhooks', { body: { id } })
      const answer = accepted(await remove(id))
      assert.ok(!answer.text.includes('callbackUrl'), `more than success: ${String(answer)}`)
      assert.ok((await listOf(account, 'webhooks')).every((webhook) => webhook.id !== id))
      accepted(await remove(id))
      refused(await remove('00000000000000000000000000000000'), 404)
      refused(await account.loyalty('DELETE', '/v2.0/admin/webhooks', { body: {} }))
    },
  },
  {
    sentences: ['L11', 'L70', 'A48'],
    title: 'a deleted webhook receives nothing that happens afterwards, and the others do',
    async run(account) {
      const [deleted, kept] = [await register(account), await register(account)]
      accepted(await account.loyalty('DELETE', '/v2.0/admin/webhooks', { body: { id: deleted.id } }))
      const customerId = await account.newMember()
      await kept.find('the event of a new member', tells('customer.created', customerId))
      assert.ok(!deleted.deliveries.some(tells('customer.created', customerId)))
    },
  },
  {
    sentences: ['L29', 'L32', 'L71', 'L72', 'L73', 'L74', 'A49', 'A50'],
    title: 'a subscription is created, listed, changed and removed',
    async run(account) {
      const { id, url, record } = await subscribe(account, 'customer.updated')
      const read = async () => (await listOf(account, 'webhook-subscriptions')).find((subscription) => subscription.id === id)
      assert.deepEqual([record.topic, record.callbackUrl, record.name], ['customer.updated', url, 'conformance'])
      assert.deepEqual(await read(), record)
      const elsewhere = account.receiver.inbox().url
      const changes = { id, topic: 'customer.updated', callbackUrl: elsewhere, name: 'renamed' }
      accepted(await account.loyalty('PUT', '/v2.0/admin/webhook-subscriptions', { body: changes }))
      assert.deepEqual([(await read())?.callbackUrl, (await read())?.name], [elsewhere, 'renamed'])
      accepted(await account.loyalty('DELETE', '/v2.0/admin/webhook-subscriptions', { body: { id, topic: 'customer.updated' } }))
      assert.equal(await read(), undefined)
    },
  },
  {
    sentences: ['L73', 'A48', 'A49'],
    title: 'after a change of its address a subscription receives events at the new address, and none at the old one',
    async run(account) {
      const [moved, other] = [await subscribe(account, 'customer.created'), await subscribe(account, 'customer.created')]
      const elsewhere = account.receiver.inbox()
      const changes = { id: moved.id, topic: 'customer.created', callbackUrl: elsewhere.url, name: 'conformance' }
      accepted(await account.loyalty('PUT', '/v2.0/admin/webhook-subscriptions', { body: changes }))
      const customerId = await account.newMember()
      await elsewhere.find('the event at the new address', tells('customer.created', customerId))
      await other.find('the event at another subscription', tells('customer.created', customerId))
      assert.ok(!moved.deliveries.some(tells('customer.created', customerId)))
    },
  },
  {
    sentences: ['L73', 'A49'],
    title: 'after a change of its topic a subscription receives events of the new topic, and none of the old one',
    async run(account) {
      const [moved, created, updated] = [
        await subscribe(account, 'customer.created'),
        await subscribe(account, 'customer.created'),
        await subscribe(account, 'customer.updated'),
      ]
      const changes = { id: moved.id, topic: 'customer.updated', callbackUrl: moved.url, name: 'conformance' }
      accepted(await account.loyalty('PUT', '/v2.0/admin/webhook-subscriptions', { body: changes }))
      const customerId = await account.newMember()
      const fields = { firstName: 'A', lastName: 'B', notes: '', phoneNumber: '+12705550100' }
      accepted(await account.loyalty('PATCH', `/v2.0/admin/members/${customerId}`, { body: fields }))
      await moved.find('the event of the new topic', tells('customer.updated', customerId))
      await created.find('the event of the old topic elsewhere', tells('customer.created', customerId))
      await updated.find('the event of the new topic elsewhere', tells('customer.updated', customerId))
      assert.ok(!moved.deliveries.some(tells('customer.created', customerId)))
    },
  },
  {
    sentences: ['L74', 'A48', 'A49'],
    title: 'a removed subscription receives nothing that happens afterwards, and the others do',
    async run(account) {
      const [removed, kept] = [await subscribe(account, 'customer.created'), await subscribe(account, 'customer.created')]
      accepted(await account.loyalty('DELETE', '/v2.0/admin/webhook-subscriptions', { body: { id: removed.id, topic: 'customer.created' } }))
      const customerId = await account.newMember()
      await kept.find('the event of a new member', tells('customer.created', customerId))
      assert.ok(!removed.deliveries.some(tells('customer.created', customerId)))
    },
  },
  {
    sentences: ['L73', 'L74', 'A49'],
    title: 'a subscription that is not there, or not named in full, can be neither changed nor removed',
    async run(account) {
      const { id } = await subscribe(account, 'customer.updated')
      for (const method of ['PUT', 'DELETE'])
        for (const body of [{ id: 'unknown', topic: 'customer.updated' }, { topic: 'customer.updated' }, { id }])
          refused(await account.loyalty(method, '/v2.0/admin/webhook-subscriptions', { body }), 404)
      assert.ok((await listOf(account, 'webhook-subscriptions')).some((subscription) => subscription.id === id))
    },
  },
  {
    sentences: ['L29', 'L106', 'A48', 'A53'],
    title: 'a subscription receives events of its topic alone, and webhooks receive all',
    async run(account) {
      const [all, created] = [await register(account), await subscribe(account, 'customer.created')]
      const customerId = await account.newMember()
      accepted(
        await account.loyalty('PATCH', `/v2.0/admin/members/${customerId}`, {
          body: { firstName: 'A', lastName: 'B', notes: '', phoneNumber: '+12705550100' },
        }),
      )
      await all.find('the event of a change', tells('customer.updated', customerId))
      await all.find('the event of a new member', tells('customer.created', customerId))
      await created.find('the event of a new member', tells('customer.created', customerId))
      assert.ok(created.deliveries.every(tells('customer.created')))
    },
  },
]
