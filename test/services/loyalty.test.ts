import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aiko, jonas, mira, refused, startServices } from './start.ts'

const get = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers })
  return { status: answer.status, body: (await answer.json()) as unknown }
}

describe('keys and sessions of the loyalty service', () => {
  test('without the key nothing is answered', async () => {
    const { address } = await startServices()
    for (const path of ['/loyalty/v2.0/admin/merchant', '/loyalty/v2.0/storefront/benefits']) {
      for (const key of [undefined, 'another-key']) {
        const answer = await get(address + path, key ? { 'X-Loyalty-Api-Key': key } : {})
        assert.deepEqual(answer, { status: 401, body: { message: 'API key is missing or invalid', data: {} } })
      }
    }
  })

  test('answers stand in an envelope', async () => {
    const { address } = await startServices()
    const { body } = await get(`${address}/loyalty/v2.0/admin/merchant`, { 'X-Loyalty-Api-Key': 'loyalty-key' })
    const { message, data } = body as { message: string; data: { merchantName: string } }
    assert.equal(message, 'ok')
    assert.equal(data.merchantName, 'Kiln & Paper')
  })

  test('a session lasts two hours', async () => {
    const services = await startServices()
    const session = await services.signIn(mira)
    services.pass(7_199_000)
    assert.equal((await services.storefront.readMember({ id: mira }, session)).firstName, 'Mira')
    services.pass(2_000)
    await assert.rejects(services.storefront.readMember({ id: mira }, session), refused(401, { message: 'Token has expired', data: {} }))
  })

  test('a session outlives a restart of the service', async () => {
    const session = await (await startServices()).signIn(mira)
    const { storefront } = await startServices()
    assert.equal((await storefront.readMember({ id: mira }, session)).firstName, 'Mira')
  })

  test('nobody gets a session who is no member', async () => {
    const { storefront } = await startServices()
    await assert.rejects(storefront.authenticate({ customerId: jonas }), refused(401))
    await assert.rejects(storefront.authenticate({ customerId: mira, email: 'jonas@example.com' }), refused(401))
  })

  test('a session opens no other member, and none opens nothing', async () => {
    const { storefront, signIn } = await startServices()
    const session = await signIn(mira)
    await assert.rejects(storefront.readMember({ id: aiko }, session), refused(403))
    await assert.rejects(storefront.readCredits({ id: aiko }, session), refused(403))
    await assert.rejects(storefront.redeemCredits({ id: aiko, amount: 1 }, session), refused(403))
    await assert.rejects(storefront.cancelMembership({ id: aiko }, session), refused(403))
    await assert.rejects(storefront.readTierCampaigns({ id: '3a636361', customerId: aiko }, session), refused(403))
    await assert.rejects(storefront.readMember({ id: mira }), refused(401))
    await assert.rejects(storefront.readMember({ id: mira }, { headers: { Authorization: `${session.headers.Authorization}x` } }), refused(401))
  })

  test('members are not shown what the merchant notes of them', async () => {
    const { admin, storefront, signIn } = await startServices()
    assert.equal((await admin.getMember({ id: mira })).notes, 'Prefers matte glazes')
    assert.ok(!('notes' in (await storefront.readMember({ id: mira }, await signIn(mira)))))
  })
})

describe('members and the programme', () => {
  test('members come in pages, each once, an active one first', async () => {
    const { admin } = await startServices()
    const customers = []
    let lastCustomerId: string | undefined
    do {
      const page = await admin.listMembers({ limit: 100, lastCustomerId })
      customers.push(...page.customers)
      lastCustomerId = page.lastCustomerId ?? undefined
    } while (lastCustomerId)
    const { customerCount } = await admin.getMerchant({})
    assert.ok(customers.length > 300)
    assert.deepEqual([customers.length, new Set(customers.map(({ customerId }) => customerId)).size], [customerCount, customerCount])
    assert.deepEqual([customers[0]?.customerId, customers[0]?.status], [mira, 'ACTIVE'])
    assert.equal((await admin.listMembers({})).customers.length, 50)
    for (const refusedQuery of [{ lastCustomerId: 'nobody' }, { lastCustomerId: jonas }, { limit: 0 }, { limit: 101 }, { limit: 1.5 }])
      await assert.rejects(admin.listMembers(refusedQuery), refused(400))
  })

  test('a customer who joins begins in the free tier, known by name', async () => {
    const { admin } = await startServices()
    await admin.createMember({ customerId: jonas, credits: 5 })
    const member = await admin.getMember({ id: jonas })
    assert.deepEqual([member.firstName, member.tierName, member.status, member.credit], ['Jonas', 'Member', 'ACTIVE', 5])
  })

  test('whoever joins is given the welcome credits that the programme promises, a moment later and once', async () => {
    const { admin, pass } = await startServices({ effectDelay: 500 })
    await admin.createMember({ customerId: jonas })
    assert.equal((await admin.getMember({ id: jonas })).credit, 0)
    pass(500)
    await admin.createMember({ customerId: jonas })
    pass(500)
    const { credits } = await admin.listCredits({ id: jonas })
    assert.deepEqual(
      credits.map(({ amount, reason, newBalance }) => [amount, reason, newBalance]),
      [[5, 'SIGNUP', 5]],
    )
  })

  test('welcome credits are as many as the benefit says, and come as late', async () => {
    const { admin, pass } = await startServices({ effectDelay: 500 })
    await admin.updateBenefit({ type: 'signup_credits', creditAmount: 7.5, days: 2 })
    pass(500)
    await admin.createMember({ customerId: jonas })
    pass(86_400_000)
    assert.equal((await admin.getMember({ id: jonas })).credit, 0)
    pass(86_400_500)
    assert.equal((await admin.getMember({ id: jonas })).credit, 7.5)
  })

  test('creating a member again takes them down a tier', async () => {
    const { admin } = await startServices()
    await admin.createMember({ customerId: mira })
    const member = await admin.getMember({ id: mira })
    assert.deepEqual([member.tierName, member.credit], ['Member', 42.5])
    await assert.rejects(admin.createMember({ customerId: mira, segmentId: '4c8e1a27' }), refused(400))
    assert.equal((await admin.getMember({ id: mira })).tierName, 'Member')
  })

  test('a graph id, an unknown tier and half an update are refused by name', async () => {
    const { admin } = await startServices()
    await assert.rejects(admin.createMember({ customerId: 'gid://shopify/Customer/1' }), refused(400, { message: 'customerId is no customer id', data: {} }))
    await assert.rejects(admin.changeTier({ id: mira, tierId: 'ffffffff' }), refused(404))
    await assert.rejects(
      admin.updateMember({ id: mira, firstName: 'Mira', notes: null, phoneNumber: null } as never),
      refused(400, { message: 'lastName is required', data: {} }),
    )
  })

  test('a merchant cancels at once, a member later, and reactivating undoes either', async () => {
    const { admin, storefront, signIn, pass } = await startServices()
    await admin.requestCancellation({ id: mira })
    assert.equal((await admin.getMember({ id: mira })).status, 'PENDING_CANCELLATION')
    await admin.reactivateMember({ id: mira })
    await storefront.cancelMembership({ id: mira, reason: 'Too many mugs' }, await signIn(mira))
    assert.equal((await admin.getMember({ id: mira })).status, 'ACTIVE')
    pass(2000)
    assert.equal((await admin.getMember({ id: mira })).status, 'PENDING_CANCELLATION')
    await admin.reactivateMember({ id: mira })
    assert.equal((await admin.getMember({ id: mira })).status, 'ACTIVE')
  })

  test('spend is told by period, and not at all for who has none', async () => {
    const { admin, pass } = await startServices()
    assert.deepEqual(await admin.getSpend({ id: mira }), { monthly: 0, quarterly: 0, semiAnnual: 195, annual: 512.3, allTime: 753.8 })
    assert.equal(await admin.getSpend({ id: jonas }), undefined)
    pass(200 * 86_400_000)
    assert.equal((await admin.getSpend({ id: mira }))?.annual, 195)
  })

  test('tiers carry their benefits on request alone', async () => {
    const { admin } = await startServices()
    const [plain] = await admin.listTiers({})
    const tiers = await admin.listTiers({ includeBenefits: true })
    assert.ok(plain && !('benefits' in plain))
    assert.deepEqual(
      tiers.map(({ name, benefits }) => [name, (benefits as unknown[]).length]),
      [
        ['Member', 2],
        ['Silver', 3],
        ['Gold', 5],
        ['Platinum', 7],
      ],
    )
  })

  test('a changed benefit is seen later, under the type of its path', async () => {
    const { admin, pass } = await startServices()
    await admin.updateTierBenefit({ id: '3a636361', type: 'birthday_credits', creditAmount: 12 })
    const before = await admin.getTierBenefit({ id: '3a636361', type: 'BIRTHDAY_CREDITS' })
    pass(2000)
    const after = await admin.getTierBenefit({ id: '3a636361', type: 'BIRTHDAY_CREDITS' })
    assert.deepEqual([before.creditAmount, after.creditAmount, after.type], [10, 12, 'BIRTHDAY_CREDITS'])
  })

  test('a member reads their own tier by its id or by theirs, and no other', async () => {
    const { storefront, signIn } = await startServices()
    const session = await signIn(mira)
    assert.equal((await storefront.readTier({ id: '3a636361' }, session)).name, 'Gold')
    assert.equal((await storefront.readTier({ id: mira }, session)).name, 'Gold')
    await assert.rejects(storefront.readTier({ id: '4c8e1a27' }, session), refused(403))
    assert.equal((await storefront.readTierCampaigns({ id: '3a636361' }, session)).length, 2)
  })

  test('the merchant changes only what is sent, and not who they are', async () => {
    const { admin } = await startServices()
    await admin.updateMerchant({ phone: '+1 503 555 0199', merchantId: 'somebody-else' })
    const merchant = await admin.getMerchant({})
    assert.deepEqual([merchant.phone, merchant.merchantId, merchant.merchantName], ['+1 503 555 0199', 'kiln-and-paper', 'Kiln & Paper'])
  })

  test('card numbers are not taken; without a method the member is sent a link', async () => {
    const { storefront, signIn, list } = await startServices()
    const session = await signIn(mira)
    await assert.rejects(storefront.updatePaymentMethod({ id: mira, paymentMethodId: '4111 1111 1111 1111' }, session), refused(400))
    await storefront.updatePaymentMethod({ id: mira }, session)
    assert.deepEqual(
      (await list('mails')).map(({ customerId, about }) => [customerId, about]),
      [[mira, 'payment-method']],
    )
  })

  test('the last thousand messages to members are kept', async () => {
    const { storefront, signIn, list, control } = await startServices()
    const session = await signIn(mira)
    for (let round = 0; round < 21; round++) await Promise.all(Array.from({ length: 50 }, () => storefront.updatePaymentMethod({ id: mira }, session)))
    const { body } = await control('GET', 'state?of=mails')
    assert.equal((body as { totals: { mails: number } }).totals.mails, 1000)
    assert.equal((await list('mails')).at(-1)?.customerId, mira)
  })

  test('a webhook shows its token once, and is gone at once', async () => {
    const { admin } = await startServices()
    const { id, token } = await admin.createWebhook({ callbackUrl: 'https://shop.example.com/hook' })
    assert.match(token ?? '', /^[0-9a-f]{32}$/)
    assert.ok((await admin.listWebhooks({})).every((webhook) => !('token' in webhook)))
    await admin.deleteWebhook({ id })
    await admin.deleteWebhook({ id })
    assert.deepEqual(await admin.listWebhooks({}), [])
    await assert.rejects(admin.deleteWebhook({ id: 'unknown' }), refused(404))
  })

  test('a subscription is made, changed and removed', async () => {
    const { admin } = await startServices()
    const { id } = await admin.createSubscription({ topic: 'customer.updated', callbackUrl: 'https://shop.example.com/a' })
    await admin.updateSubscription({ id, topic: 'customer.ordered' })
    assert.deepEqual(
      (await admin.listSubscriptions({})).map(({ topic, callbackUrl }) => [topic, callbackUrl]),
      [['customer.ordered', 'https://shop.example.com/a']],
    )
    await assert.rejects(admin.deleteSubscription({ id, topic: 'customer.updated' }), refused(404))
    assert.equal((await admin.listSubscriptions({})).length, 1)
    await admin.deleteSubscription({ id, topic: 'customer.ordered' })
    assert.deepEqual(await admin.listSubscriptions({}), [])
  })
})
