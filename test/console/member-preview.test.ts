// The panel of a member as the configurator shows it: to people of the console, without a way to change anything.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { loyalty, type Membership, type Session } from '../../src/contract/loyalty.ts'
import { refusalOf } from '../proxy/refusals.ts'
import { until } from '../until.ts'
import { startConsole, tokens, type ConsoleStack } from './console-stack.ts'

const mira = '700100200301'

describe('the panel of a member in the console', () => {
  let stack: ConsoleStack
  before(async () => void (stack = await startConsole()))
  after(() => stack.stop())

  /** The cookie of each person: sign-ins are limited. */
  const cookies = new Map<string, Promise<string>>()
  const cookieOf = (token: string) => cookies.get(token) ?? cookies.set(token, stack.cookieOf(token)).get(token)!

  /** Requests what the widget of the preview requests, with the cookie of this person. */
  const preview = async (path: string, { as, body, token, method }: { as?: string; body?: unknown; token?: string; method?: string } = {}) =>
    fetch(`${stack.operator}/console/preview/v1/${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        Origin: stack.operator,
        'Sec-Fetch-Site': 'same-origin',
        'X-Storefront-Client': '1',
        ...(as && { Cookie: await cookieOf(as) }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const open = async (customer: unknown, as?: string) => preview('session', { body: { assertion: customer }, ...(as && { as }) })
  const viewed = async () => (await (await stack.as('look')).listAudit({})).entries.filter(({ action }) => action === 'member.view')

  test('is that of the member, and the audit log says who looked', async () => {
    const session = (await (await open(mira, tokens.look)).json()) as Session

    assert.equal(session.membership.member?.status, 'ACTIVE')
    const again = (await (await preview('me', { as: tokens.look, token: session.token })).json()) as Membership
    assert.equal(again.member?.status, 'ACTIVE')
    assert.equal((await preview('me/credits?limit=3', { as: tokens.look, token: session.token })).status, 200)
    const [entry] = await viewed()
    assert.deepEqual([entry?.who, entry?.subject], ['noor', mira])
  })

  test('gives the page nothing by which anybody could act as the member', async () => {
    const { token } = (await (await open(mira, tokens.act)).json()) as Session

    await refusalOf(stack.browser(loyalty, { token }).getMembership({}), 'session-expired')
    assert.equal((await preview('me', { token })).status, 401)
    assert.equal((await preview('me', { as: tokens.look, token })).status, 401, 'the pass of another person')
    for (const [method, path] of [
      ['POST', 'me'],
      ['POST', 'me/credits/redemptions'],
      ['POST', 'me/cancellation'],
      ['POST', 'me/reactivation'],
      ['PATCH', 'me/payment-method'],
    ] as const)
      assert.equal((await preview(path, { method, as: tokens.act, token, body: {} })).status, 404, path)
  })

  test('hides the discount code of a redemption, which anyone who reads it could use', async () => {
    const customer = '700100200304'
    const { token: own } = await stack.browser(loyalty).openSession({ assertion: await stack.assertion(customer) })
    const asMember = stack.browser(loyalty, { token: own })
    const key = { headers: { 'Idempotency-Key': randomUUID() } }
    const { id } = await asMember.redeemCredits({ amount: { cents: 500, currency: 'USD' } }, key)
    const { code } = await until(
      () => asMember.getRedemption({ id }),
      ({ state }) => state === 'settled',
    )
    assert.ok(code)

    const session = (await (await open(customer, tokens.look)).json()) as Session
    const answers = [JSON.stringify(session)]
    for (const path of ['me', 'me/credits']) answers.push(await (await preview(path, { as: tokens.look, token: session.token })).text())

    assert.equal(session.membership.redemption?.value.cents, 500)
    for (const answer of answers) assert.ok(!answer.includes(code), answer)
  })

  test('is shown to nobody who is not signed in, and to nobody for a malformed id', async () => {
    const before = await viewed()

    assert.equal((await open(mira)).status, 401)
    for (const id of ['', '..', '../x', { id: mira }, null, 'a b', 'x'.repeat(65)]) assert.equal((await open(id, tokens.look)).status, 400, String(id))

    assert.deepEqual(await viewed(), before)
  })
})
