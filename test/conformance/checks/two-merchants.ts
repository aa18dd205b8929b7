import assert from 'node:assert/strict'
import { catalogue } from '../../../proxy/upstream/catalogue.ts'
import type { Account } from '../account.ts'
import type { Check } from '../check.ts'
import { accepted } from '../expect.ts'
import { creditsOf, memberOf } from '../loyalty-records.ts'
import { benefitPaths, families, furnish, inputsFor, request, type Belongings, type FamilyName } from '../two-merchants.ts'
import { register, tells } from '../webhooks.ts'
import { inTurn } from '../one-at-a-time.ts'

const verbsOf = (family: FamilyName) => Object.keys(catalogue[family].operations)
const sentencesOf: Record<FamilyName, string[]> = {
  loyalty: ['L6', 'L26', 'L29', 'L41', 'L65', 'L69', 'L72'],
  loyaltyStorefront: ['L6', 'L92', 'A35'],
  protection: ['P137', 'A67'],
  track: ['P140', 'A77'],
}
const titles: Record<FamilyName, string> = {
  loyalty: "no operation for merchants shows or changes another merchant's loyalty data",
  loyaltyStorefront: "no operation for members shows or changes another merchant's members, neither with a token of theirs nor with one of ours",
  protection: "no operation of the protection service shows or changes another merchant's orders and shipments, nor spends their quotes",
  track: "no lookup at one merchant's address finds another merchant's order",
}

const eventsApart: Check = {
  sentences: ['L29', 'L41', 'L95', 'A48'],
  title: "what happens at one merchant comes to no address of another's",
  needs: ['another account'],
  async run(account) {
    const stranger = account.other!
    const [ours, theirs] = [await register(account), await register(stranger)]
    const [member, theirMember] = [await account.newMember(), await stranger.newMember()]
    await ours.find('the event of our member', tells('customer.created', member))
    await theirs.find('the event of their member', tells('customer.created', theirMember))
    assert.ok(!theirs.deliveries.some(({ body }) => JSON.stringify(body).includes(member)))
    assert.ok(!ours.deliveries.some(({ body }) => JSON.stringify(body).includes(theirMember)))
  },
}

/** Two merchants: each operation of the catalogue, asked by the one about what belongs to the other. */
export const twoMerchantChecks: Check[] = [...families.map(apart), eventsApart]

function apart(family: FamilyName): Check {
  return {
    sentences: sentencesOf[family],
    title: titles[family],
    needs: ['another account'],
    async run(account) {
      const stranger = account.other!
      const own = await furnish(account, { marksBenefits: family === 'loyalty' })
      const before = await ownerView(account, own)
      const intruder = `intruder${crypto.randomUUID().replaceAll('-', '')}`
      const inputs = inputsFor(own, intruder)[family]
      assert.deepEqual(Object.keys(inputs).sort(), verbsOf(family).sort(), 'every operation has an input')
      await remember(stranger, own)

      const marks = [own.marker, own.marker.toUpperCase(), own.webhookId, own.subscriptionId, own.merchantId]
      for (const { headers, isNone } of await sessionsOf(account, stranger, own, family))
        for (const verb of verbsOf(family)) {
          const answer = await request(stranger, family, verb, inputs[verb]!, headers)
          assert.ok(answer.status < 500, String(answer))
          if (isNone && verb !== 'authenticate') assert.equal(answer.ok, false, `${verb} takes a session of another merchant's member: ${String(answer)}`)
          const shown = answer.ok ? marks.filter((mark) => answer.text.includes(mark)) : []
          assert.deepEqual(shown, [], `${verb} shows what is another merchant's: ${String(answer)}`)
        }
      if (family === 'loyalty') await settle(stranger, own, intruder)
      assert.deepEqual(await ownerView(account, own), before)

      // The same questions are good ones: their owner is answered.
      await remember(account, own)
      const session = family === 'loyaltyStorefront' ? (await account.signIn(own.customerId)).headers : {}
      for (const verb of verbsOf(family)) {
        const ask = () => request(account, family, verb, inputsFor(own, 'a word')[family][verb]!, session)
        accepted(await (verb === 'updateMerchant' ? inTurn(ask) : ask()))
      }
    },
  }
}

interface Session {
  headers: Record<string, string>
  /** Whether it is none with this merchant. */
  isNone?: boolean
}

/** What a stranger may bring along: for a member's operations nothing, a session of the owner's member, or one of another member of their own. */
async function sessionsOf(account: Account, stranger: Account, { customerId }: Belongings, family: FamilyName): Promise<Session[]> {
  if (family !== 'loyaltyStorefront') return [{ headers: {} }]
  // Shops of one platform may have the same customer.
  await stranger.loyalty('POST', '/v2.0/admin/members', { body: { customerId } })
  const [theirs, ours] = [await account.signIn(customerId), await stranger.signIn(await stranger.newMember())]
  return [{ headers: {}, isNone: true }, { ...theirs, isNone: true }, ours]
}

/** All that the owner sees of what is theirs. */
async function ownerView(account: Account, own: Belongings): Promise<unknown> {
  const { loyalty, track } = account
  const listed = async (path: string, id: string) =>
    accepted(await loyalty('GET', `/v2.0/admin/${path}`))
      .list()
      .find((record) => record.id === id)
  const order = accepted(await track('GET', '/api/order', { query: { order_number: own.orderNumber, email: own.email } }))
  const settings = [await loyalty('GET', '/v2.0/admin/merchant'), ...(await Promise.all(benefitPaths(own).map((path) => loyalty('GET', path))))]
  return {
    credits: await account.until(
      () => creditsOf(account, own.customerId),
      (entries) => entries.some(({ note }) => note === own.marker),
    ),
    member: await memberOf(account, own.customerId),
    webhook: await listed('webhooks', own.webhookId),
    subscription: await listed('webhook-subscriptions', own.subscriptionId),
    order: [order.at('order_number'), order.at('is_protected'), order.at('customer'), order.at<unknown[]>('shipments')?.length],
    intruded: [order, ...settings].some(({ text }) => text.includes('intruder')),
  }
}

/** Puts somebody's settings back in the end: a question about another merchant's benefit may have met one of their own. */
async function remember({ loyalty, afterwards }: Account, own: Belongings) {
  const { phone } = accepted(await loyalty('GET', '/v2.0/admin/merchant')).record('merchant')
  afterwards(() => loyalty('PATCH', '/v2.0/admin/merchant', { body: { phone } }))
  for (const path of benefitPaths(own)) {
    const { description } = (await loyalty('GET', path)).record('benefit')
    if (description !== undefined) afterwards(() => loyalty('PATCH', path, { body: { description } }))
  }
}

/** Waits until what the stranger has changed about a benefit of their own has taken effect, wherever it does. */
async function settle({ loyalty, until }: Account, own: Belongings, words: string) {
  for (const path of benefitPaths(own))
    await until(
      () => loyalty('GET', path),
      ({ ok, text }) => !ok || text.includes(words),
    )
}
