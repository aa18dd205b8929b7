import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Account, Need } from '../account.ts'
import type { Check } from '../check.ts'
import { accepted } from '../expect.ts'
import { creditsOf, memberOf } from '../loyalty-records.ts'
import { withCredits } from '../members.ts'
import type { Delivery, Inbox } from '../receiver.ts'
import { inTurn } from '../one-at-a-time.ts'
import { eventOf, register, subscribe, tells, failing } from '../webhooks.ts'

type Fields = Record<string, unknown>

const update = (lastName: string) => ({ firstName: 'Ada', lastName, notes: '', phoneNumber: '+12705550100' })

/** What has happened: to whom, by what its event is known, and the record that it has to tell, as it was or as it is. */
interface Happening {
  customerId?: string
  isIt?: (payload: Fields) => boolean
  sent: (payload: Fields) => void
}

interface Occasion {
  sentence: string
  topic: string
  when: string
  needs?: readonly Need[]
  cause: (account: Account) => Promise<Happening>
}

const occasions: Occasion[] = [
  {
    sentence: 'L96',
    topic: 'merchant.updated',
    when: "the merchant's settings change",
    async cause(account) {
      const { loyalty, afterwards } = account
      const changed = `Changed by a check ${crypto.randomUUID()}`
      return inTurn(async () => {
        const { lastName } = await merchantOf(account)
        accepted(await loyalty('PATCH', '/v2.0/admin/merchant', { body: { lastName: changed } }))
        afterwards(() => loyalty('PATCH', '/v2.0/admin/merchant', { body: { lastName } }))
        const record = await merchantOf(account)
        return { isIt: ({ lastName }) => lastName === changed, sent: (payload) => isMerchant(payload, record) }
      })
    },
  },
  {
    sentence: 'L97',
    topic: 'merchant.reinstall',
    when: 'the merchant installs the service again',
    needs: ['reinstalled'],
    async cause(account) {
      return inTurn(async () => {
        await account.happen('reinstalled', {})
        const record = await merchantOf(account)
        return { sent: (payload) => isMerchant(payload, record) }
      })
    },
  },
  {
    sentence: 'L98',
    topic: 'customer.created',
    when: 'somebody becomes a member',
    async cause(account) {
      const customerId = await account.newMember()
      const record = await memberOf(account, customerId)
      // What joining gives is booked after it.
      const before = { ...record, credit: 0, creditsEarned: 0, updatedAt: record.createdAt }
      return {
        customerId,
        sent(payload) {
          assert.equal(payload.status, 'ACTIVE')
          isRecord(payload, before, record)
        },
      }
    },
  },
  {
    sentence: 'L99',
    topic: 'customer.updated',
    when: "a member's record changes",
    async cause(account) {
      const customerId = await account.newMember()
      const before = await memberOf(account, customerId)
      accepted(await account.loyalty('PATCH', `/v2.0/admin/members/${customerId}`, { body: update('Changed') }))
      const after = await memberOf(account, customerId)
      return {
        customerId,
        isIt: ({ newData, oldData }) => at(newData, 'lastName') === 'Changed' && at(oldData, 'lastName') !== 'Changed',
        sent({ newData, oldData }) {
          for (const [name, value] of Object.entries(update('Changed'))) assert.equal(at(newData, name), value)
          for (const name of Object.keys(update(''))) assert.deepEqual(at(oldData, name), before[name])
          for (const data of [newData, oldData]) isRecord(data as Fields, before, after)
        },
      }
    },
  },
  {
    sentence: 'L100',
    topic: 'customer.credits.updated',
    when: "an entry is booked on a member's credits",
    async cause(account) {
      const customerId = await withCredits(account, 3.25)
      const entry = (await creditsOf(account, customerId)).find(({ amount }) => amount === 3.25)!
      return { customerId, isIt: ({ amount }) => amount === 3.25, sent: (payload) => isRecord(payload, entry) }
    },
  },
  {
    sentence: 'L101',
    topic: 'customer.ordered',
    when: 'a member orders in the shop',
    needs: ['ordered'],
    async cause(account) {
      const customerId = await account.newMember()
      const orderId = Math.floor(Math.random() * 1e12)
      await account.happen('ordered', { customerId, orderId, orderTotal: 31.5 })
      const { currencyCode } = await memberOf(account, customerId)
      return {
        customerId,
        sent: (payload) => assert.deepEqual([Number(payload.orderId), payload.orderTotal, payload.currencyCode], [orderId, 31.5, currencyCode]),
      }
    },
  },
  {
    sentence: 'L102',
    topic: 'customer.cancellation_requested',
    when: 'the end of a membership is asked for',
    async cause({ loyalty, newMember }) {
      const customerId = await newMember()
      accepted(await loyalty('POST', `/v2.0/admin/members/${customerId}/cancellation`, { body: {} }))
      return { customerId, sent: (payload) => isCancellation(payload, 'MERCHANT') }
    },
  },
  {
    sentence: 'L103',
    topic: 'customer.confirmed_cancellation',
    when: 'a member confirms the end of their membership',
    needs: ['cancellation confirmed'],
    async cause(account) {
      const { loyalty, newMember, signIn, happen, until } = account
      const customerId = await newMember()
      accepted(await loyalty('POST', `/v2.0/storefront/members/${customerId}/cancellation`, { ...(await signIn(customerId)), body: {} }))
      await until(
        () => memberOf(account, customerId),
        ({ status }) => status !== 'ACTIVE',
      )
      await happen('cancellation confirmed', { customerId })
      return { customerId, sent: (payload) => isCancellation(payload, 'CUSTOMER') }
    },
  },
]

/** What a service tells registered addresses of. */
export const eventChecks: Check[] = [
  ...occasions.map(({ sentence, topic, when, needs, cause }): Check => ({
    sentences: ['L95', sentence, 'L106', 'A51', 'A52', 'A53', 'A55', ...(topic.includes('cancel') ? ['A39'] : [])],
    title: `${topic} comes to each address registered for it when ${when}`,
    needs,
    async run(account) {
      const [webhook, subscription] = [await register(account), await subscribe(account, topic)]
      const { merchantId } = await merchantOf(account)
      const { customerId, isIt = () => true, sent } = await cause(account)
      const isThis = (delivery: Delivery) => tells(topic, customerId)(delivery) && isIt(eventOf(delivery).payload)
      for (const [inbox, token] of [[webhook, webhook.token], [subscription]] as const) {
        const delivery = await inbox.find(topic, isThis)
        checkDelivery(delivery, token)
        assert.equal(eventOf(delivery).payload.merchantId, merchantId)
        sent(eventOf(delivery).payload)
      }
    },
  })),
  {
    sentences: ['L106', 'A53'],
    title: 'each address receives its own token, in the header and in the body, and no other',
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
      const deliveriesAt = (at: Inbox, id: string) => at.deliveries.filter(tells('customer.created', id)).map(eventOf)
      const come = (at: Inbox, id: string, times: number) =>
        account.until(
          async () => deliveriesAt(at, id).length,
          (count) => count >= times,
        )
      await come(webhook, customerId, 2)
      // An event that happens afterwards and is tried four times has outlasted the wait for a third try.
      const slower = await register(account, failing(3))
      const later = await account.newMember()
      await come(slower, later, 4)
      const deliveriesOfCustomer = deliveriesAt(webhook, customerId)
      assert.deepEqual(
        deliveriesOfCustomer.map(({ metadata }) => metadata.retryCount),
        [0, 1],
      )
      const ids = new Set(deliveriesOfCustomer.map(({ metadata }) => metadata.id))
      assert.equal(ids.size, 1)
      assert.ok(!ids.has(deliveriesAt(slower, later)[0]?.metadata.id), 'another event has an id of its own')
    },
  },
]

const at = (record: unknown, name: string) => (Object(record) as Fields)[name]

const merchantOf = async ({ loyalty }: Account) => accepted(await loyalty('GET', '/v2.0/admin/merchant')).record('merchant')

/** Every field of the event is as the record was at one of the times when it was read (A55); it may have been dated between them. */
function isRecord(sent: Fields, ...read: Fields[]) {
  for (const name of new Set(read.flatMap((record) => Object.keys(record))))
    assert.ok(
      read.some((record) => isDeepStrictEqual(sent[name], record[name])) || (name === 'updatedAt' && isBetween(sent.updatedAt, read)),
      `${name} is ${String(sent[name])}, and was ${read.map((record) => String(record[name])).join(' or ')}`,
    )
}

function isBetween(time: unknown, read: readonly Fields[]) {
  const times = read.map(({ updatedAt }) => timeOf(updatedAt))
  return timeOf(time) >= Math.min(...times) && timeOf(time) <= Math.max(...times)
}

/** The merchant's record whole, but for the number of members, which others change. */
function isMerchant({ customerCount: _, ...sent }: Fields, { customerCount: __, ...record }: Fields) {
  assert.deepEqual(sent, record)
}

/** A record of a cancellation about which nothing was wished (A39); where it says more, that is true. */
function isCancellation(payload: Fields, source: string) {
  assert.equal(payload.cancellationSource, source)
  assert.ok(payload.cancelDate && payload.createdAt)
  for (const date of [payload.cancelDate, payload.effectiveCancellationDate ?? payload.cancelDate]) assert.ok(timeOf(date) >= timeOf(payload.createdAt))
  if (payload.status !== undefined) assert.ok(['PENDING_CANCELLATION', 'CANCELLED'].includes(String(payload.status)), String(payload.status))
  assert.ok(!payload.switchToFreeTier && !payload.nextSegmentId)
}

const minute = 60_000
const timeOf = (time: unknown) => Date.parse(String(time))

/** One delivery to a registered address: its form, its times in their order, and the token of that address where it has one. */
function checkDelivery({ method, path, headers, body }: Delivery, token?: string) {
  const { payload, metadata } = eventOf({ body })
  assert.deepEqual([method, path], ['POST', ''])
  assert.match(headers['content-type'] ?? '', /^application\/json\b/)
  assert.match(String(metadata.id), /^[\w-]{16,}$/)
  assert.ok(Number(metadata.retryCount) >= 0 && metadata.version)
  const triggered = timeOf(metadata.triggeredAt ?? metadata.triggerredAt)
  assert.ok(Math.abs(triggered - Date.now()) < 60 * minute, 'the event is of now')
  const { createdAt = metadata.triggeredAt, updatedAt = createdAt } = payload
  assert.ok(timeOf(createdAt) <= timeOf(updatedAt) + minute && timeOf(updatedAt) <= triggered + minute, 'no event is sent before it happened')
  if (token !== undefined) assert.deepEqual([headers['x-loyalty-webhook-token'], body.token], [token, token])
}
