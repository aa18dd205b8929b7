import assert from 'node:assert/strict'
import type { Account, Need } from '../account.ts'
import type { Check } from '../check.ts'
import { accepted } from '../expect.ts'
import type { Delivery, Inbox } from '../receiver.ts'
import { inTurn } from '../turns.ts'
import { eventOf, register, subscribe, tells, failing } from '../webhooks.ts'

const order = () => ({ orderId: Math.floor(Math.random() * 1e12), orderTotal: 31.5 })
const update = (lastName: string) => ({ firstName: 'Ada', lastName, notes: '', phoneNumber: '+12705550100' })

interface Occasion {
  sentence: string
  topic: string
  when: string
  needs?: readonly Need[]
  /** Makes it happen, and says whom it is about. */
  cause: (account: Account) => Promise<string | undefined>
  /** Whether a delivery of that topic about them says what it has to. */
  says: (payload: Record<string, unknown>) => boolean
}

const occasions: Occasion[] = [
  {
    sentence: 'L96',
    topic: 'merchant.updated',
    when: "the merchant's settings change",
    async cause({ loyalty, afterwards }) {
      return inTurn(async () => {
        const { lastName } = accepted(await loyalty('GET', '/v2.0/admin/merchant')).record('merchant')
        accepted(await loyalty('PATCH', '/v2.0/admin/merchant', { body: { lastName: 'Changed by a check' } }))
        afterwards(() => loyalty('PATCH', '/v2.0/admin/merchant', { body: { lastName } }))
        return undefined
      })
    },
    says: ({ lastName }) => lastName === 'Changed by a check',
  },
  {
    sentence: 'L97',
    topic: 'merchant.reinstall',
    when: 'the merchant installs the service again',
    needs: ['reinstalled'],
    async cause({ happen }) {
      await happen('reinstalled', {})
      return undefined
    },
    says: ({ merchantId }) => typeof merchantId === 'string',
  },
  {
    sentence: 'L98',
    topic: 'customer.created',
    when: 'somebody becomes a member',
    cause: ({ newMember }) => newMember(),
    says: ({ status }) => status === 'ACTIVE',
  },
  {
    sentence: 'L99',
    topic: 'customer.updated',
    when: "a member's record changes",
    async cause({ loyalty, newMember }) {
      const id = await newMember()
      accepted(await loyalty('PATCH', `/v2.0/admin/members/${id}`, { body: update('Changed') }))
      return id
    },
    says: ({ newData, oldData }) => at(newData, 'lastName') === 'Changed' && at(oldData, 'lastName') !== 'Changed',
  },
  {
    sentence: 'L100',
    topic: 'customer.credits.updated',
    when: "an entry is booked on a member's credits",
    async cause({ loyalty, newMember }) {
      const id = await newMember()
      accepted(await loyalty('POST', `/v2.0/admin/members/${id}/credits`, { body: { amount: 3.25 } }))
      return id
    },
    says: ({ amount, newBalance }) => amount === 3.25 && typeof newBalance === 'number',
  },
  {
    sentence: 'L101',
    topic: 'customer.ordered',
    when: 'a member orders in the shop',
    needs: ['ordered'],
    async cause({ happen, newMember }) {
      const customerId = await newMember()
      await happen('ordered', { customerId, ...order() })
      return customerId
    },
    says: ({ orderId, orderTotal }) => Number(orderId) > 0 && orderTotal === 31.5,
  },
  {
    sentence: 'L102',
    topic: 'customer.cancellation_requested',
    when: 'the end of a membership is asked for',
    async cause({ loyalty, newMember }) {
      const id = await newMember()
      accepted(await loyalty('POST', `/v2.0/admin/members/${id}/cancellation`, { body: {} }))
      return id
    },
    says: ({ cancelDate, createdAt, cancellationSource }) => Boolean(cancelDate && createdAt && cancellationSource),
  },
  {
    sentence: 'L103',
    topic: 'customer.confirmed_cancellation',
    when: 'a member confirms the end of their membership',
    needs: ['cancellation confirmed'],
    async cause({ loyalty, newMember, signIn, happen, until }) {
      const customerId = await newMember()
      accepted(await loyalty('POST', `/v2.0/storefront/members/${customerId}/cancellation`, { ...(await signIn(customerId)), body: {} }))
      await until(
        () => loyalty('GET', `/v2.0/admin/members/${customerId}`),
        (answer) => answer.record('customer', 'member').status !== 'ACTIVE',
      )
      await happen('cancellation confirmed', { customerId })
      return customerId
    },
    says: ({ cancellationSource }) => cancellationSource === 'CUSTOMER',
  },
]

/** What a service tells registered addresses of. */
export const eventChecks: Check[] = [
  ...occasions.map(({ sentence, topic, when, needs, cause, says }): Check => ({
    sentences: ['L95', sentence, 'L106', 'A51', 'A52', 'A53', 'A55', ...(topic.includes('cancel') ? ['A39'] : [])],
    title: `${topic} comes to each address registered for it when ${when}`,
    needs,
    async run(account) {
      const [webhook, subscription] = [await register(account), await subscribe(account, topic)]
      const customerId = await cause(account)
      const isIt = (delivery: Delivery) => tells(topic, customerId)(delivery) && says(eventOf(delivery).payload)
      checkDelivery(await webhook.find(topic, isIt), webhook.token)
      checkDelivery(await subscription.find(topic, isIt))
    },
  })),
  {
    sentences: ['L106', 'A53'],
    title: 'each address is told with its own token, in the header and in the body, and with no other',
    async run(account) {
      const [one, another] = [await register(account), await register(account)]
      const customerId = await account.newMember()
      for (const { find, token } of [one, another]) {
        const { headers, body } = await find('the event of a new member', tells('customer.created', customerId))
        assert.deepEqual([headers['x-loyalty-webhook-token'], body.token], [token, token])
      }
    },
  },
  {
    sentences: ['L106', 'A54', 'A52'],
    title: 'an event that is not answered with success comes again, as the same and counted, until it is, and then no more',
    async run(account) {
      const webhook = await register(account, failing(1))
      const customerId = await account.newMember()
      const triesAt = (at: Inbox, id: string) => at.deliveries.filter(tells('customer.created', id)).map(eventOf)
      const come = (at: Inbox, id: string, times: number) =>
        account.until(
          async () => triesAt(at, id).length,
          (count) => count >= times,
        )
      await come(webhook, customerId, 2)
      // An event that happens afterwards and is tried four times has outlasted the wait for a third try.
      const slower = await register(account, failing(3))
      const later = await account.newMember()
      await come(slower, later, 4)
      const tries = triesAt(webhook, customerId)
      assert.deepEqual(
        tries.map(({ metadata }) => metadata.retryCount),
        [0, 1],
      )
      assert.equal(new Set(tries.map(({ metadata }) => metadata.id)).size, 1)
    },
  },
]

const at = (record: unknown, name: string) => (Object(record) as Record<string, unknown>)[name]

function checkDelivery({ method, headers, body }: Delivery, token?: string) {
  const { payload, metadata } = eventOf({ body })
  assert.equal(method, 'POST')
  assert.match(headers['content-type'] ?? '', /^application\/json\b/)
  assert.ok(payload.merchantId)
  assert.match(String(metadata.id), /^[\w-]{16,}$/)
  assert.ok(Number(metadata.retryCount) >= 0 && metadata.version)
  assert.ok(!Number.isNaN(Date.parse(String(metadata.triggeredAt ?? metadata.triggerredAt))))
  if (token) assert.ok([headers['x-loyalty-webhook-token'], body.token].includes(token))
}
