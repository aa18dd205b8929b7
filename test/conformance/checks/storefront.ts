import assert from 'node:assert/strict'
import { loyaltyStorefrontService } from '../../../proxy/upstream/loyalty.ts'
import { unknownMemberStatuses } from '../../../proxy/upstream/member-lookup.ts'
import type { Check } from '../check.ts'
import { accepted, refused, refusedWith } from '../expect.ts'
import { creditsOf, memberOf, tiersOf } from '../loyalty-records.ts'

const twoHours = 7200
/** A page has 50 entries unless asked otherwise (A4). */
const moreThanAPage = 53
const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
const nameOf = ({ type, id }: Record<string, unknown>) => type ?? id
const withClaims = (jwt: string, claims: object) => {
  const [head, , signature] = jwt.split('.')
  return [head, Buffer.from(JSON.stringify({ ...claimsOf(jwt), ...claims })).toString('base64url'), signature].join('.')
}

/** A member signed in, and what they see of themselves. */
export const storefrontChecks: Check[] = [
  {
    sentences: ['L5', 'L30', 'L75', 'L92', 'L93', 'L94', 'L109', 'A30', 'A31', 'A32', 'A33'],
    title: 'authentication of a member answers a JWT that speaks for them for two hours',
    async run({ loyalty, newMember }) {
      const id = await newMember()
      const answer = accepted(await loyalty('POST', '/v2.0/storefront/auth', { body: { customerId: id } }))
      const token = answer.at<string>('data.token')
      assert.match(String(token), /^[\w-]+\.[\w-]+\.[\w-]+$/)
      const { sub, iat, exp } = claimsOf(String(token))
      assert.equal(sub, id)
      assert.equal(Number(exp) - Number(iat), twoHours)
      assert.ok(Math.abs(Number(iat) - Date.now() / 1000) < 60)
      assert.equal(answer.at('data.expiresIn'), twoHours)
      for (const authorization of [`Bearer ${token}`, `bearer ${token}`])
        accepted(await loyalty('GET', `/v2.0/storefront/members/${id}`, { headers: { Authorization: authorization } }), 200)
    },
  },
  {
    sentences: ['L93', 'L109'],
    title: 'a JWT is good for nearly two hours, and for no more than two',
    needs: ['time passed'],
    async run({ loyalty, newMember, signIn, happen }) {
      const id = await newMember()
      const session = await signIn(id)
      await happen('time passed', { hours: 1.95 })
      accepted(await loyalty('GET', `/v2.0/storefront/members/${id}`, session), 200)
      await happen('time passed', { hours: 0.1 })
      refused(await loyalty('GET', `/v2.0/storefront/members/${id}`, session), 401)
    },
  },
  {
    sentences: ['L93', 'L109', 'A33'],
    title: 'a JWT cannot be made to last longer, nor to speak for somebody else',
    async run({ loyalty, newMember, signIn }) {
      const [id, another] = [await newMember(), await newMember()]
      const { headers } = await signIn(id)
      const token = headers.Authorization!.slice('Bearer '.length)
      const later = withClaims(token, { exp: Number(claimsOf(token).exp) + twoHours })
      refused(await loyalty('GET', `/v2.0/storefront/members/${id}`, { headers: { Authorization: `Bearer ${later}` } }), 401)
      refused(await loyalty('GET', `/v2.0/storefront/members/${another}`, { headers: { Authorization: `Bearer ${withClaims(token, { sub: another })}` } }), 401)
      const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`
      refused(await loyalty('GET', `/v2.0/storefront/members/${id}`, { headers: { Authorization: `Bearer ${unsigned}` } }), 401)
    },
  },
  {
    sentences: ['L75', 'L94', 'A30', 'A111'],
    title: 'a customer who is no member, or is not named, is not authenticated, and a read of that member says the same',
    async run({ loyalty }) {
      const customerId = '800000000000000003'
      refusedWith(await loyalty('POST', '/v2.0/storefront/auth', { body: { customerId } }), unknownMemberStatuses)
      refusedWith(await loyalty('POST', '/v2.0/storefront/auth', { body: {} }), unknownMemberStatuses)
      refusedWith(await loyalty('GET', `/v2.0/admin/members/${customerId}`), unknownMemberStatuses)
      accepted(await loyalty('GET', '/v2.0/admin/merchant'))
    },
  },
  {
    sentences: ['L88', 'L92', 'L94', 'L118', 'A35'],
    title: "what is a member's own takes the key and their JWT, and neither alone nor another member's",
    async run({ loyalty, newMember, signIn }) {
      const [id, another] = [await newMember(), await newMember()]
      const { headers } = await signIn(id)
      const own = Object.values(loyaltyStorefrontService).filter(({ path }) => path.includes('/members/:id'))
      assert.equal(own.length, 5)
      for (const { method, path } of own) {
        const ask = (headers: Record<string, string | undefined>) =>
          loyalty(method, path.replace(':id', id), { headers, ...(method !== 'GET' && { body: {} }) })
        refused(await ask({}), 401)
        refused(await ask({ Authorization: 'Bearer invented' }), 401)
        refused(await ask({ ...headers, 'X-Loyalty-Api-Key': undefined }), 401)
        refused(await ask((await signIn(another)).headers), 403)
      }
    },
  },
  {
    sentences: ['L5', 'L76', 'A44'],
    title: "a member sees their data, without the merchant's notes",
    async run({ loyalty, newMember, signIn }) {
      const id = await newMember()
      const fields = { firstName: 'Ada', lastName: 'Byron', notes: 'Not for her', phoneNumber: '+12705550100' }
      accepted(await loyalty('PATCH', `/v2.0/admin/members/${id}`, { body: fields }))
      const answer = accepted(await loyalty('GET', `/v2.0/storefront/members/${id}`, await signIn(id)))
      const member = answer.record('customer', 'member')
      assert.deepEqual([String(member.customerId ?? member.id), member.firstName, member.phoneNumber], [id, 'Ada', '+12705550100'])
      assert.ok(!answer.text.includes('Not for her'))
    },
  },
  {
    sentences: ['L5', 'L77', 'L110', 'A45'],
    title: 'a member sees all their credits at once, and pages of them when asked for',
    async run(account) {
      const id = await account.newMember()
      const amounts = Array.from({ length: moreThanAPage }, (_, index) => index + 1)
      for (const amount of amounts) accepted(await account.loyalty('POST', `/v2.0/admin/members/${id}/credits`, { body: { amount } }))
      const seen = await account.until(
        () => creditsOf(account, id, { limit: 100 }),
        (entries) => amounts.every((amount) => entries.some((entry) => entry.amount === amount)),
      )
      const session = await account.signIn(id)
      const all = accepted(await account.loyalty('GET', `/v2.0/storefront/members/${id}/credits`, session)).list()
      assert.deepEqual(
        all.map(({ amount, createdAt }) => [amount, createdAt]),
        seen.map(({ amount, createdAt }) => [amount, createdAt]),
      )
      const pageOf = async (query: Record<string, string | number>) =>
        accepted(await account.loyalty('GET', `/v2.0/storefront/members/${id}/credits`, { ...session, query }))
      const page = await pageOf({ limit: 2 })
      assert.deepEqual(page.list(), all.slice(0, 2))
      const cursor = page.at('data.lastCreditEntry')
      assert.ok(cursor)
      const next = await pageOf({ limit: 2, lastCreditEntry: typeof cursor === 'string' ? cursor : JSON.stringify(cursor) })
      assert.deepEqual(next.list(), all.slice(2, 4))
    },
  },
  {
    sentences: ['L5', 'L82', 'L38', 'A41'],
    title: 'a payment method is changed by its id, or by a link that the member is sent, and never by a card number',
    async run(account) {
      const id = await account.newMember()
      const session = await account.signIn(id)
      const change = (body: object) => account.loyalty('PATCH', `/v2.0/storefront/members/${id}/payment-method`, { ...session, body })
      accepted(await change({}))
      const paymentMethodId = `gid://shopify/CustomerPaymentMethod/${id}`
      accepted(await change({ paymentMethodId }))
      // The merchant may be shown it, under a name of which no document speaks.
      if ('paymentId' in (await memberOf(account, id)))
        await account.until(
          () => memberOf(account, id),
          ({ paymentId }) => paymentId === paymentMethodId,
        )
      refused(await change({ cardNumber: '4242 4242 4242 4242' }))
    },
  },
  {
    sentences: ['L5', 'L24', 'L83', 'L84', 'A43', 'A24'],
    title: "a member sees the merchant's benefits, and each by its type",
    async run({ loyalty, newMember, signIn }) {
      const session = await signIn(await newMember())
      const benefits = accepted(await loyalty('GET', '/v2.0/storefront/benefits', session)).list()
      const ofMerchant = accepted(await loyalty('GET', '/v2.0/admin/benefits')).list()
      assert.deepEqual(
        benefits.map(({ type }) => type),
        ofMerchant.map(({ type }) => type),
      )
      for (const { type } of benefits)
        assert.equal(accepted(await loyalty('GET', `/v2.0/storefront/benefits/${encodeURIComponent(String(type))}`, session)).record('benefit').type, type)
      refused(await loyalty('GET', '/v2.0/storefront/benefits/NO_SUCH_BENEFIT', session), 404)
    },
  },
  {
    sentences: ['L5', 'L85', 'L86', 'L87', 'L25', 'A42'],
    title: 'a member sees their own tier by its id or theirs, with its benefits and its campaigns, and no other tier',
    async run(account) {
      const { loyalty } = account
      const [tier, another] = (await tiersOf(account)).reverse()
      assert.ok(tier && another, 'the account needs two tiers for this')
      const id = await account.newMember()
      accepted(await loyalty('POST', `/v2.0/admin/members/${id}/change-tier`, { body: { tierId: tier.id } }))
      const session = await account.signIn(id)
      for (const place of [tier.id, id]) {
        const shown = accepted(await loyalty('GET', `/v2.0/storefront/tiers/${place}`, session)).record('segment', 'tier')
        assert.equal(String(shown.id ?? shown.segmentId ?? shown.tierId), tier.id)
        for (const list of ['benefits', 'campaigns']) {
          const own = accepted(await loyalty('GET', `/v2.0/storefront/tiers/${place}/${list}`, { ...session, query: { customerId: id } })).list()
          const ofTier: Record<string, unknown>[] = accepted(await loyalty('GET', `/v2.0/admin/tiers/${tier.id}/${list}`)).list()
          assert.deepEqual(own.map(nameOf), ofTier.map(nameOf))
        }
      }
      for (const suffix of ['', '/benefits', '/campaigns']) refused(await loyalty('GET', `/v2.0/storefront/tiers/${another.id}${suffix}`, session), 403)
    },
  },
  {
    sentences: ['L87', 'A42'],
    title: 'campaigns are those of the tier of the customerId, who has to be the one signed in',
    async run(account) {
      const [id, another] = [await account.newMember(), await account.newMember()]
      const session = await account.signIn(id)
      accepted(await account.loyalty('GET', `/v2.0/storefront/tiers/${id}/campaigns`, { ...session, query: { customerId: id } }))
      refused(await account.loyalty('GET', `/v2.0/storefront/tiers/${id}/campaigns`, { ...session, query: { customerId: another } }), 403)
    },
  },
]
