import assert from 'node:assert/strict'
import { loyaltyService, loyaltyStorefrontService } from '../../../proxy/upstream/loyalty.ts'
import type { Check } from '../check.ts'
import { accepted, refused } from '../expect.ts'

const operations = [...Object.values(loyaltyService), ...Object.values(loyaltyStorefrontService)]
/** The path with something in the place of each parameter. */
const filled = (path: string) => path.replace(/:\w+/g, '1')
const outOfPlace = (key: string) => [{ headers: { 'X-Loyalty-Api-Key': undefined, Authorization: `Bearer ${key}` } }, { query: { 'X-Loyalty-Api-Key': key } }]

/** What holds for every request to the loyalty service: address, key, envelope, refusals. */
export const loyaltyFrameChecks: Check[] = [
  {
    sentences: ['L1', 'L3', 'L4', 'L5', 'L7', 'L8', 'L88', 'L90', 'L114', 'L115', 'A34'],
    title: 'one address and one key serve both families of the loyalty service, under /v2.0',
    async run({ loyalty, newMember, signIn }) {
      accepted(await loyalty('GET', '/v2.0/admin/merchant'), 200)
      const id = await newMember()
      accepted(await loyalty('GET', `/v2.0/storefront/members/${id}`, await signIn(id)), 200)
    },
  },
  {
    sentences: ['L8', 'L115', 'L116'],
    title: 'a path of the loyalty service leads nowhere without its version, or under another one',
    async run({ loyalty }) {
      for (const prefix of ['', '/v1.0', '/v3.0']) assert.equal((await loyalty('GET', `${prefix}/admin/merchant`)).ok, false, prefix)
    },
  },
  {
    sentences: ['L88', 'L89', 'L117', 'L1', 'A3'],
    title: 'every operation of the loyalty service refuses anyone without a key, or with an invented one, and tells them nothing',
    async run({ loyalty }) {
      for (const { method, path } of operations)
        for (const key of [undefined, 'invented']) {
          const answer = await loyalty(method, filled(path), { headers: { 'X-Loyalty-Api-Key': key }, ...(method !== 'GET' && { body: {} }) })
          refused(answer, 401)
          assert.deepEqual(Object.keys(Object(answer.at('data')) as object), [], String(answer))
        }
    },
  },
  {
    sentences: ['L88'],
    title: 'the key of the loyalty service counts in its header and nowhere else',
    async run({ loyalty, access }) {
      for (const place of outOfPlace(access.loyaltyKey))
        refused(await loyalty('GET', '/v2.0/admin/merchant', { ...place, headers: { 'X-Loyalty-Api-Key': undefined, ...place.headers } }), 401)
    },
  },
  {
    sentences: ['L6', 'L26', 'L65', 'A29'],
    title: 'a merchantId that a request carries changes nothing about whose data it is',
    async run({ loyalty, newCustomerId, afterwards }) {
      const { merchantId } = (await loyalty('GET', '/v2.0/admin/merchant')).record('merchant')
      assert.ok(merchantId)
      const named = await loyalty('GET', '/v2.0/admin/merchant', { query: { merchantId: 'somebody-else' } })
      assert.equal(named.record('merchant').merchantId, merchantId)
      const customerId = newCustomerId()
      accepted(await loyalty('POST', '/v2.0/admin/members', { body: { customerId, merchantId: 'somebody-else' } }))
      afterwards(() => loyalty('POST', `/v2.0/admin/members/${customerId}/cancellation`, { body: {} }))
      const { merchantId: ofMember = merchantId } = (await loyalty('GET', `/v2.0/admin/members/${customerId}`)).record('customer', 'member')
      assert.equal(ofMember, merchantId)
    },
  },
  {
    sentences: ['L107', 'A1', 'A2'],
    title: 'every answer of the loyalty service is JSON with a message and data',
    async run({ loyalty, newMember }) {
      const id = await newMember()
      for (const path of ['merchant', 'tiers', 'benefits', 'webhooks', 'webhook-subscriptions', 'members', `members/${id}`, `members/${id}/credits`]) {
        const answer = accepted(await loyalty('GET', `/v2.0/admin/${path}`), 200)
        assert.match(answer.headers.get('content-type') ?? '', /^application\/json\b/)
        assert.equal(typeof answer.at('message'), 'string', String(answer))
        assert.equal(typeof answer.at('data'), 'object', String(answer))
      }
    },
  },
  {
    sentences: ['L107', 'A3'],
    title: 'what the loyalty service cannot read, or does not know, it refuses with a message',
    async run({ loyalty }) {
      refused(await loyalty('POST', '/v2.0/admin/members', { body: '{"customerId": "8' }))
      refused(await loyalty('POST', '/v2.0/admin/members', { body: '["8"]' }))
      refused(await loyalty('GET', '/v2.0/admin/members/800000000000000001'), 404)
      refused(await loyalty('PATCH', '/v2.0/admin/members/800000000000000001', { body: { firstName: 'A', lastName: 'B', notes: '', phoneNumber: '' } }), 404)
      for (const operation of ['credits', 'cancellation', 'reactivation'])
        refused(await loyalty('POST', `/v2.0/admin/members/800000000000000001/${operation}`, { body: { amount: 1 } }), 404)
      refused(await loyalty('GET', '/v2.0/admin/tiers/ffffffff'), 404)
      refused(await loyalty('GET', '/v2.0/admin/benefits/NO_SUCH_BENEFIT'), 404)
      refused(await loyalty('PATCH', '/v2.0/admin/tiers/ffffffff/benefits/NO_SUCH_BENEFIT', { body: { description: 'Changed by a check' } }), 404)
    },
  },
  {
    sentences: ['L89'],
    title: 'no answer of the loyalty service carries the key that it was asked with',
    async run({ loyalty, access, newMember, signIn }) {
      const id = await newMember()
      const session = await signIn(id)
      const answers = [
        await loyalty('GET', '/v2.0/admin/merchant'),
        await loyalty('GET', '/v2.0/admin/webhooks'),
        await loyalty('POST', '/v2.0/storefront/auth', { body: { customerId: id } }),
        await loyalty('GET', `/v2.0/storefront/members/${id}`, session),
        await loyalty('GET', '/v2.0/nowhere'),
      ]
      for (const { text, headers } of answers) assert.ok(!(text + JSON.stringify([...headers])).includes(access.loyaltyKey))
    },
  },
  {
    sentences: ['L116', 'A26'],
    title: 'a benefit cannot be deleted, and a path takes no method but its own',
    async run({ loyalty }) {
      const [benefit] = (await loyalty('GET', '/v2.0/admin/benefits')).list()
      refused(await loyalty('DELETE', `/v2.0/admin/benefits/${String(benefit?.type)}`, { body: {} }), 405)
      refused(await loyalty('PUT', '/v2.0/admin/merchant', { body: {} }), 405)
      accepted(await loyalty('GET', `/v2.0/admin/benefits/${String(benefit?.type)}`), 200)
    },
  },
  {
    sentences: ['L113', 'A8'],
    title: 'thirty questions at once are answered, or put off with 429',
    async run({ loyalty }) {
      const answers = await Promise.all(Array.from({ length: 30 }, () => loyalty('GET', '/v2.0/admin/merchant')))
      for (const answer of answers) assert.ok(answer.ok || answer.status === 429, String(answer))
    },
  },
]
