import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { jonas, mira, refused, startServices } from './start.ts'

describe('keys and sessions of the loyalty service', () => {
  test('a session that has ended is refused by name', async () => {
    const services = await startServices()
    const session = await services.signIn(mira)
    services.pass(7_201_000)
    await assert.rejects(services.storefront.readMember({ id: mira }, session), refused(401, { message: 'Token has expired', data: {} }))
  })

  test('a session outlives a restart of the service', async () => {
    const session = await (await startServices()).signIn(mira)
    const { storefront } = await startServices()
    assert.equal((await storefront.readMember({ id: mira }, session)).firstName, 'Mira')
  })

  test('nobody gets a session with the e-mail address of somebody else', async () => {
    const { storefront } = await startServices()
    await assert.rejects(storefront.authenticate({ customerId: mira, email: 'jonas@example.com' }), refused(401))
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

  test('a new member gets the welcome credits once, a moment later', async () => {
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

  test('spend is given by period, and left out for members without any', async () => {
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

  test('without a payment method the member is sent a link', async () => {
    const { storefront, signIn, list } = await startServices()
    await storefront.updatePaymentMethod({ id: mira }, await signIn(mira))
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

  test('a subscription keeps its address when its topic alone is changed', async () => {
    const { admin } = await startServices()
    const { id } = await admin.createSubscription({ topic: 'customer.updated', callbackUrl: 'https://shop.example.com/a' })
    await admin.updateSubscription({ id, topic: 'customer.ordered' })
    assert.deepEqual(
      (await admin.listSubscriptions({})).map(({ topic, callbackUrl }) => [topic, callbackUrl]),
      [['customer.ordered', 'https://shop.example.com/a']],
    )
  })
})
