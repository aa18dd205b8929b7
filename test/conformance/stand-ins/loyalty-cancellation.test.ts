import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startReceiver } from './receiver.ts'
import { aiko, jonas, mira, refused, startServices } from './start.ts'

const day = 86_400_000
const [member, silver] = ['1f2e3d4c', '2b4d6f81'] as const

async function start() {
  const services = await startServices()
  const { admin, list, address } = services
  return {
    ...services,
    statusOf: async (id: string) => (await admin.getMember({ id })).status,
    /** Where the link in the last mail leads. */
    link: async () => address + (await list<{ link: string }>('mails')).at(-1)!.link,
    cancellationOf: async (id: string) => (await list('cancellations')).find(({ customerId }) => customerId === id),
  }
}

describe('asking for the end of a membership', () => {
  test('as the merchant takes effect at once, and keeps benefits to a date', async () => {
    const { admin, statusOf, cancellationOf } = await start()
    await admin.requestCancellation({ id: mira, reason: 'Moves abroad' })
    assert.equal(await statusOf(mira), 'PENDING_CANCELLATION')
    const { cancellationSource, reason, cancelDate, billingTierId } = (await cancellationOf(mira))!
    assert.deepEqual([cancellationSource, reason, billingTierId], ['MERCHANT', 'Moves abroad', '3a636361'])
    assert.ok(String(cancelDate) > new Date().toISOString())
  })

  test('as the member takes effect later, and says nothing but that it was taken in', async () => {
    const { storefront, signIn, pass, statusOf, cancellationOf } = await start()
    assert.deepEqual(await storefront.cancelMembership({ id: mira }, await signIn(mira)), {})
    assert.equal(await statusOf(mira), 'ACTIVE')
    pass(2000)
    assert.equal(await statusOf(mira), 'PENDING_CANCELLATION')
    assert.equal((await cancellationOf(mira))?.cancellationSource, 'CUSTOMER')
  })

  test('again while it is under way succeeds and changes nothing', async () => {
    const { admin, list, cancellationOf } = await start()
    await admin.requestCancellation({ id: mira, reason: 'first' })
    const first = await cancellationOf(mira)
    await admin.requestCancellation({ id: mira, reason: 'second' })
    assert.deepEqual(await cancellationOf(mira), first)
    assert.equal((await list('mails')).length, 1)
  })

  test('ends it on the date, or at once where the merchant says so', async () => {
    const { admin, pass, statusOf, list } = await start()
    await admin.requestCancellation({ id: mira })
    await admin.createMember({ customerId: jonas })
    await admin.requestCancellation({ id: jonas, cancelImmediately: true })
    assert.deepEqual([await statusOf(mira), await statusOf(jonas)], ['PENDING_CANCELLATION', 'CANCELLED'])
    assert.equal((await list('mails')).length, 1)
    pass(32 * day)
    assert.equal(await statusOf(mira), 'CANCELLED')
  })

  test('at once is dated now, in the record and in the event', async () => {
    const { admin, cancellationOf, now } = await start()
    const { url, arrived, received } = await startReceiver()
    await admin.createSubscription({ topic: 'customer.cancellation_requested', callbackUrl: url })
    await admin.requestCancellation({ id: mira, cancelImmediately: true })
    await arrived(1)
    const { status, cancelDate } = (await cancellationOf(mira))!
    assert.deepEqual([status, cancelDate, received[0]?.body.payload.effectiveCancellationDate], ['CANCELLED', now(), now()])
  })

  test('at once while it is under way brings its date forward', async () => {
    const { admin, cancellationOf, now, pass } = await start()
    await admin.requestCancellation({ id: mira })
    pass(1000)
    await admin.requestCancellation({ id: mira, cancelImmediately: true })
    assert.equal((await cancellationOf(mira))?.cancelDate, now())
  })

  test('is on record for a member who has cancelled, also from the start', async () => {
    const { control, now } = await start()
    const { body } = await control('GET', 'state?of=members,cancellations')
    const { members, cancellations } = body as Record<'members' | 'cancellations', Record<string, string>[]>
    const left = members.filter(({ status }) => status === 'CANCELLED')
    assert.ok(left.length > 10)
    for (const { customerId } of left) {
      const { status, cancelDate } = cancellations.find((cancellation) => cancellation.customerId === customerId)!
      assert.ok(status === 'CANCELLED' && cancelDate! < now())
    }
  })

  test('is not made immediate by a member', async () => {
    const { storefront, signIn, pass, statusOf } = await start()
    await storefront.cancelMembership({ id: mira, cancelImmediately: true }, await signIn(mira))
    pass(2000)
    assert.equal(await statusOf(mira), 'PENDING_CANCELLATION')
  })

  test('for the free tier is undone by reactivation, tier and all, unless they have moved on from there', async () => {
    const { admin } = await start()
    const leave = () => admin.requestCancellation({ id: mira, switchToFreeTier: true, cancelImmediately: true })
    const tierOf = async () => (await admin.getMember({ id: mira })).tierId
    await leave()
    await admin.reactivateMember({ id: mira })
    assert.equal(await tierOf(), '3a636361')
    await leave()
    await admin.changeTier({ id: mira, tierId: silver })
    await admin.reactivateMember({ id: mira })
    assert.equal(await tierOf(), silver)
  })

  test('may lead to the free tier, or to one that is named, instead of out', async () => {
    const { admin, storefront, signIn, pass } = await start()
    await admin.requestCancellation({ id: mira, switchToFreeTier: true, cancelImmediately: true })
    const switched = await admin.getMember({ id: mira })
    assert.deepEqual([switched.status, switched.tierId], ['ACTIVE', member])

    const session = await signIn(mira)
    await assert.rejects(
      storefront.cancelMembership({ id: mira, nextSegmentId: 'ffffffff' }, session),
      refused(400, { message: 'nextSegmentId is no tier', data: {} }),
    )
    await storefront.cancelMembership({ id: mira, nextSegmentId: silver }, session)
    pass(32 * day)
    pass(32 * day)
    const moved = await admin.getMember({ id: mira })
    assert.deepEqual([moved.status, moved.tierId], ['PENDING_CANCELLATION', member])
    pass(32 * day)
    const next = await admin.getMember({ id: mira })
    assert.deepEqual([next.status, next.tierId], ['ACTIVE', silver])
  })

  test('names a field of the wrong kind, and nobody who is no member', async () => {
    const { admin, statusOf } = await start()
    await assert.rejects(admin.requestCancellation({ id: mira, switchToFreeTier: 'yes' as never }), refused(400))
    await assert.rejects(admin.requestCancellation({ id: mira, reason: 7 as never }), refused(400, { message: 'reason has to be text', data: {} }))
    await assert.rejects(admin.requestCancellation({ id: jonas }), refused(404))
    assert.equal(await statusOf(mira), 'ACTIVE')
  })
})

describe('the link in the mail', () => {
  test('changes nothing when it is looked at, and ends the membership when it is confirmed', async () => {
    const { admin, link, statusOf } = await start()
    await admin.requestCancellation({ id: mira })

    const looked = await fetch(await link())
    assert.deepEqual([looked.status, looked.headers.get('content-type')], [200, 'text/html; charset=utf-8'])
    assert.equal(await statusOf(mira), 'PENDING_CANCELLATION')

    for (let time = 0; time < 2; time++) {
      const confirmed = await fetch(await link(), { method: 'POST', body: new URLSearchParams() })
      assert.deepEqual([confirmed.status, await statusOf(mira)], [200, 'CANCELLED'])
    }
  })

  test('leads nowhere once the member is back, or when it was made up', async () => {
    const { admin, link, address, statusOf } = await start()
    await admin.requestCancellation({ id: mira })
    await admin.reactivateMember({ id: mira })
    assert.equal((await fetch(await link(), { method: 'POST' })).status, 404)
    assert.equal((await fetch(`${address}/loyalty/cancellations/0123/confirmation`)).status, 404)
    assert.equal(await statusOf(mira), 'ACTIVE')
  })
})

describe('reactivation', () => {
  test('leads back to where the membership was', async () => {
    const { admin, statusOf } = await start()
    const { customers } = await admin.listMembers({ limit: 100 })
    const unpaid = customers.find(({ status }) => status === 'PAYMENT_FAILED')!.customerId
    for (const id of [unpaid, mira]) await admin.requestCancellation({ id })
    for (const id of [unpaid, mira, aiko]) await admin.reactivateMember({ id })
    assert.deepEqual([await statusOf(unpaid), await statusOf(mira), await statusOf(aiko)], ['PAYMENT_FAILED', 'ACTIVE', 'ACTIVE'])
  })

  test('brings back a cancelled member, changes nothing for others, and needs no body', async () => {
    const { admin, statusOf, address } = await start()
    await admin.requestCancellation({ id: mira, cancelImmediately: true })
    const answer = await fetch(`${address}/loyalty/v2.0/admin/members/${mira}/reactivation`, {
      method: 'POST',
      headers: { 'X-Loyalty-Api-Key': 'loyalty-key' },
    })
    assert.deepEqual([answer.status, await statusOf(mira)], [200, 'ACTIVE'])
    const before = await admin.getMember({ id: mira })
    await admin.reactivateMember({ id: mira })
    assert.deepEqual(await admin.getMember({ id: mira }), before)
    await assert.rejects(admin.reactivateMember({ id: jonas }), refused(404))
  })

  test('keeps a date that has been taken back from ending anything', async () => {
    const { admin, pass, statusOf } = await start()
    await admin.requestCancellation({ id: mira })
    await admin.reactivateMember({ id: mira })
    pass(40 * day)
    assert.equal(await statusOf(mira), 'ACTIVE')
  })
})
