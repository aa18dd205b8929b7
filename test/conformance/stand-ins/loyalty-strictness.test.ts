import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aiko, jonas, mira, refused, startServices } from './start.ts'

const gold = '3a636361'

const services = await startServices({ neighbour: { loyaltyKey: 'neighbour-key', protectionKey: 'other' } })

/** A request made by hand, and what came of it. */
async function ask(method: string, path: string, { key = 'loyalty-key', token, body }: { key?: string; token?: string; body?: unknown } = {}) {
  const answer = await fetch(`${services.address}/loyalty/v2.0${path}`, {
    method,
    headers: {
      'X-Loyalty-Api-Key': key,
      ...(token && { Authorization: token }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const { message, data } = (await answer.json()) as { message: string; data: unknown }
  return { status: answer.status, allow: answer.headers.get('allow'), message, data }
}

describe('a request that does not fit is refused, naming the field, and changes nothing', () => {
  const member = `/admin/members/${mira}`
  const benefit = `/admin/tiers/${gold}/benefits/BIRTHDAY_CREDITS`
  for (const [method, path, body, message] of [
    ['PATCH', member, {}, 'firstName is required; lastName is required; notes is required; phoneNumber is required'],
    ['PATCH', member, { firstName: 'M', notes: null, phoneNumber: null }, 'lastName is required'],
    ['PATCH', member, { firstName: 1, lastName: 'L', notes: [], phoneNumber: null }, 'firstName has to be text; notes has to be text'],
    ['PATCH', member, { firstName: null, lastName: 'L', notes: null, phoneNumber: null }, 'firstName has to be text'],
    ['PATCH', member, [], 'body has to be a JSON object'],
    ['POST', '/admin/members', {}, 'customerId is required'],
    ['POST', '/admin/members', { customerId: 'gid://shopify/Customer/1' }, 'customerId is no customer id'],
    ['POST', '/admin/members', { customerId: 700100200302 }, 'customerId has to be text'],
    ['POST', '/admin/members', { customerId: jonas, credits: 0 }, 'credits is less than 1'],
    ['POST', '/admin/members', { customerId: jonas, credits: 0.99 }, 'credits is less than 1'],
    ['POST', '/admin/members', { customerId: jonas, credits: '5' }, 'credits has to be a number'],
    ['POST', '/admin/members', { customerId: jonas, overrideSpendThreshold: 'true' }, 'overrideSpendThreshold has to be true or false'],
    ['POST', '/admin/members', { customerId: jonas, keepInSpendBasedTier: 1 }, 'keepInSpendBasedTier has to be true or false'],
    ['POST', `${member}/credits`, {}, 'amount is required'],
    ['POST', `${member}/credits`, { amount: 0 }, 'amount cannot be 0'],
    ['POST', `${member}/credits`, { amount: 0.001 }, 'amount is less than the smallest coin of USD'],
    ['POST', `${member}/credits`, { amount: '5' }, 'amount has to be a number'],
    ['POST', `${member}/credits`, { amount: 1e14 }, 'amount is more than 90071992547409'],
    ['POST', `${member}/credits`, { amount: 5, note: 5 }, 'note has to be text'],
    ['POST', `${member}/credits`, { amount: -1, force: 'yes' }, 'force has to be true or false'],
    ['POST', `${member}/credits`, { amount: -42.51 }, 'amount takes more than the balance'],
    ['PATCH', benefit, { creditAmount: '12' }, 'creditAmount has to be a number'],
    ['PATCH', benefit, { enabled: 'no' }, 'enabled has to be true or false'],
    ['PATCH', benefit, { days: 1.5 }, 'days has to be a whole number'],
    ['PATCH', '/admin/benefits/SIGNUP_CREDITS', { name: 7 }, 'name has to be text'],
    ['PATCH', '/admin/merchant', { creditsEnabled: 'no' }, 'creditsEnabled has to be true or false'],
    ['PATCH', '/admin/merchant', { currency: 'dollars' }, 'currency is no ISO 4217 code'],
    ['PATCH', '/admin/merchant', { currency: 'ZZZ' }, 'currency is no ISO 4217 code'],
    ['PATCH', '/admin/merchant', { currency: 'EUR' }, "currency is USD: the members' credits are in it"],
    ['PATCH', '/admin/merchant', { email: 'e'.repeat(256) }, 'email is longer than 255 characters'],
    ['PATCH', '/admin/merchant', { unknown: 'x'.repeat(70_000) }, 'body would make the record longer than 65536 characters'],
    ['PATCH', member, { firstName: 'M', lastName: 'O', notes: 'n'.repeat(5001), phoneNumber: null }, 'notes is longer than 5000 characters'],
    ['POST', '/admin/members', { customerId: jonas, referrals: 'r'.repeat(256) }, 'referrals is longer than 255 characters'],
    ['PATCH', benefit, { description: 'd'.repeat(5001) }, 'description is longer than 5000 characters'],
    ['PATCH', benefit, { icon: 'i'.repeat(2049) }, 'icon is longer than 2048 characters'],
    ['PATCH', benefit, { unknown: 'x'.repeat(70_000) }, 'body would make the record longer than 65536 characters'],
    ['PATCH', benefit, { creditPercent: 'lots' }, 'creditPercent has to be a number'],
    ['PATCH', benefit, { creditPercent: 101 }, 'creditPercent is more than 100'],
    ['PATCH', benefit, { creditAmount: -1 }, 'creditAmount is less than 0'],
    ['POST', '/admin/webhook-subscriptions', { callbackUrl: 'https://shop.example.com' }, 'topic is required'],
    ['PUT', '/admin/webhook-subscriptions', {}, 'id is required; topic is required'],
    ['DELETE', '/admin/webhook-subscriptions?id=1', undefined, 'topic is required'],
    ['DELETE', '/admin/webhooks', undefined, 'id is required'],
    ['GET', `${member}/credits?limit=0`, undefined, 'limit is less than 1'],
    ['GET', `${member}/credits?limit=101`, undefined, 'limit is more than 100'],
    ['GET', `/admin/members?limit=ten`, undefined, 'limit has to be a whole number'],
    ['POST', '/storefront/auth', {}, 'customerId is required'],
  ] as const) {
    test(`${method} ${path} ${(JSON.stringify(body) ?? '').slice(0, 100)}`, async () => {
      const answer = await ask(method, path, { body })
      assert.deepEqual([answer.status, answer.message, answer.data], [400, message, {}])
      const { firstName, credit, status } = await services.admin.getMember({ id: mira })
      assert.deepEqual([firstName, credit, status], ['Mira', 42.5, 'ACTIVE'])
    })
  }
})

describe('what is not there', () => {
  for (const [method, path, body] of [
    ['GET', '/admin/members/999'],
    ['PATCH', '/admin/members/999', { firstName: 'A', lastName: 'B', notes: null, phoneNumber: null }],
    ['GET', '/admin/members/999/credits'],
    ['POST', '/admin/members/999/credits', { amount: 1 }],
    ['POST', '/admin/members/999/cancellation', {}],
    ['POST', '/admin/members/999/reactivation', {}],
    ['POST', '/admin/members/999/change-tier', { tierId: gold }],
    ['GET', '/admin/tiers/ffffffff'],
    ['GET', '/admin/tiers/ffffffff/benefits'],
    ['GET', '/admin/tiers/ffffffff/benefits/DISCOUNTS'],
    ['GET', `/admin/tiers/${gold}/benefits/DISCOUNTS`],
    ['PATCH', `/admin/tiers/${gold}/benefits/DISCOUNTS`, { enabled: false }],
    ['GET', '/admin/tiers/ffffffff/campaigns'],
    ['GET', '/admin/benefits/EXCLUSIVE'],
    ['PATCH', '/admin/benefits/EXCLUSIVE', { enabled: false }],
    ['DELETE', '/admin/webhooks?id=unknown'],
    ['PUT', '/admin/webhook-subscriptions', { id: 'unknown', topic: 'customer.updated' }],
    ['DELETE', '/admin/webhook-subscriptions', { id: 'unknown', topic: 'customer.updated' }],
    ['GET', '/admin/nothing'],
  ] as const) {
    test(`is 404: ${method} ${path}`, async () => {
      const { status, data, message } = await ask(method, path, { body })
      assert.deepEqual([status, data], [404, {}])
      assert.match(message, /not found/i)
    })
  }

  test('has no spend, which is no error, and no data', async () => {
    for (const id of ['999', jonas, 'gid:%2F%2Fshopify%2FCustomer%2F1']) {
      const answer = await fetch(`${services.address}/loyalty/v2.0/admin/members/${id}/sbt`, { headers: { 'X-Loyalty-Api-Key': 'loyalty-key' } })
      assert.deepEqual([answer.status, await answer.json()], [200, { message: 'ok' }])
    }
  })

  test('is 405 where only the method is wrong, which then says what is right', async () => {
    for (const [method, path, allow] of [
      ['DELETE', `/admin/tiers/${gold}/benefits/BIRTHDAY_CREDITS`, 'GET, HEAD, PATCH'],
      ['DELETE', '/admin/benefits/SIGNUP_CREDITS', 'GET, HEAD, PATCH'],
      ['PUT', `/admin/members/${mira}`, 'GET, HEAD, PATCH'],
      ['GET', `/storefront/members/${mira}/cancellation`, 'POST'],
      ['PATCH', '/admin/webhooks', 'POST, GET, HEAD, DELETE'],
    ] as const) {
      const answer = await ask(method, path)
      assert.deepEqual([answer.status, answer.allow, answer.data], [405, allow, {}])
    }
  })
})

describe('keys and tokens', () => {
  test('a token is good with the key of its own merchant alone, with or without its scheme', async () => {
    const { headers } = await services.signIn(mira)
    const bare = headers.Authorization.replace('Bearer ', '')
    for (const token of [headers.Authorization, bare, `bearer ${bare}`]) assert.equal((await ask('GET', `/storefront/members/${mira}`, { token })).status, 200)
    const answer = await ask('GET', `/storefront/members/${mira}`, { token: bare, key: 'neighbour-key' })
    assert.deepEqual([answer.status, answer.message], [401, 'Token is invalid'])
  })

  test('a token is asked for before anything else is looked at, but for signing in', async () => {
    for (const path of [`/members/${mira}`, `/members/${mira}/credits?limit=0`, '/benefits', `/tiers/${gold}`, `/tiers/${gold}/campaigns`])
      assert.deepEqual(await ask('GET', `/storefront${path}`), { status: 401, allow: null, message: 'Token is missing', data: {} })
    assert.equal((await ask('POST', '/storefront/auth', { token: 'Bearer expired', body: { customerId: mira } })).status, 200)
  })

  test('a token opens nothing of another member, by whatever name', async () => {
    const session = await services.signIn(mira)
    const { storefront } = services
    await assert.rejects(storefront.readTier({ id: aiko }, session), refused(404))
    await assert.rejects(storefront.readTier({ id: gold, customerId: aiko }, session), refused(403))
    await assert.rejects(storefront.readTierBenefits({ id: gold, customerId: aiko }, session), refused(403))
    await assert.rejects(storefront.readTierCampaigns({ id: gold, customerId: aiko }, session), refused(403))
    await assert.rejects(storefront.updatePaymentMethod({ id: aiko }, session), refused(403))
    assert.equal((await storefront.readTierCampaigns({ id: gold, customerId: mira }, session)).length, 2)
  })

  test('a key is asked for before anything else, whatever is asked and how', async () => {
    for (const [method, path] of [
      ['GET', '/admin/nothing'],
      ['DELETE', '/admin/tiers'],
      ['POST', '/storefront/auth'],
      ['PATCH', '/admin/merchant'],
    ] as const)
      assert.deepEqual(await ask(method, path, { key: 'nobody', body: method === 'GET' ? undefined : [] }), {
        status: 401,
        allow: null,
        message: 'API key is missing or invalid',
        data: {},
      })
  })

  test('a Content-Type other than JSON in UTF-8 is refused with 415', async () => {
    for (const [type, remedy] of [
      ['text/plain', 'application/json'],
      ['application/x-www-form-urlencoded', 'application/json'],
      ['text/html', 'application/json'],
      ['application/json; charset=utf-16', 'application/json in utf-8'],
    ] as const) {
      const answer = await fetch(`${services.address}/loyalty/v2.0/admin/merchant`, {
        method: 'PATCH',
        headers: { 'X-Loyalty-Api-Key': 'loyalty-key', 'Content-Type': type },
        body: '{"phone":"1"}',
      })
      const { message, data } = (await answer.json()) as { message: string; data: unknown }
      assert.deepEqual([answer.status, message, data], [415, `Content-Type has to be ${remedy}`, {}])
    }
  })

  test('the size limit of a record holds for many small changes, too, also where they take effect later', async () => {
    const answers = []
    for (let count = 0; count < 5; count++)
      for (const path of ['/admin/merchant', '/admin/benefits/FREE_SHIPPING'])
        answers.push((await ask('PATCH', path, { body: { [`field${count}`]: 'x'.repeat(20_000) } })).status)
    assert.deepEqual(answers, [200, 201, 200, 201, 200, 201, 400, 400, 400, 400])
  })

  test('a card number is refused wherever it stands', async () => {
    const session = await services.signIn(mira)
    for (const details of [
      { card: { number: '4111-1111-1111-1111' } },
      { paymentMethodId: '4111111111111111' },
      { pan: 4111111111111111 },
      { paymentMethodId: '4111111111111111 12/27' },
      { paymentMethodId: '4111 1111 1111 1111 12 27 123' },
      { paymentMethodId: 'card:4111.1111.1111.1111' },
      { paymentMethodId: 'My card is 378282246310005, please' },
      { note: ['４１１１１１１１１１１１１１１１'] },
      { '4111111111111111': true },
    ])
      await assert.rejects(
        services.storefront.updatePaymentMethod({ id: mira, ...details }, session),
        refused(400, { message: 'Card numbers are not accepted', data: {} }),
      )
    for (const paymentMethodId of ['gid://shopify/CustomerPaymentMethod/4111111111111111', '700100200301', '4111111111111112', '+1 503 555 0142'])
      await services.storefront.updatePaymentMethod({ id: mira, paymentMethodId }, session)
  })
})
