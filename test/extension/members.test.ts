import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { extensionMembers } from '../../src/contract/extension.ts'
import { loyalty } from '../../src/contract/loyalty.ts'
import { aiko, codeOf, customerGid, mira, sessionToken, startExtensionStack, type ExtensionStack } from './extension-stack.ts'

let stack: ExtensionStack
before(async () => (stack = await startExtensionStack()))
after(() => stack.stop())

const open = async (customer: string) => stack.extension(await sessionToken({ sub: customerGid(customer) })).openSession({})

describe('a session of an extension', () => {
  test('is the one of the customer whom the session token names, with the membership', async () => {
    const { token, membership, expires_at } = await open(mira)

    assert.equal(membership.member?.first_name, 'Mira')
    assert.ok(Date.parse(expires_at) > Date.now() + 3_600_000)
    const member = stack.extension(token)
    assert.equal((await member.getMembership({})).member?.first_name, 'Mira')
    assert.ok((await member.listCredits({ limit: 2 })).entries.length > 0)
    assert.equal((await stack.extension((await open(aiko)).token).getMembership({})).member?.first_name, 'Aiko')
  })

  test('is opened any number of times by one token, as the platform repeats it', async () => {
    const extension = stack.extension(await sessionToken({ sub: customerGid(mira) }))

    const opened = await Promise.all([1, 2, 3].map(() => extension.openSession({})))

    assert.equal(new Set(opened.map(({ token }) => token)).size, 3)
  })

  test('is not opened without a signed-in customer, for staff, or with a token of another shop', async () => {
    const codes = [{}, { sub: '42' }, { sub: mira }, { sub: customerGid(mira), sid: 'x' }, { sub: customerGid(mira), dest: 'moss-and-tin.myshopify.com' }]
    const found = await Promise.all(codes.map(async (claims) => codeOf(stack.extension(await sessionToken(claims)).openSession({}))))

    assert.deepEqual(found, ['session-required', ...Array<string>(4).fill('assertion-refused')])
  })

  test('redeems once under one key, and shows the redemption to nobody else', async () => {
    const { token } = await open(mira)
    const headers = { 'Idempotency-Key': randomUUID() }
    const amount = { cents: 100, currency: 'USD' }

    const [first, again] = [
      await stack.extension(token).redeemCredits({ amount }, { headers }),
      await stack.extension(token).redeemCredits({ amount }, { headers }),
    ]

    assert.equal(first.id, again.id)
    assert.equal((await stack.extension(token).getRedemption({ id: first.id })).amount.cents, 100)
    assert.equal(await codeOf(stack.extension((await open(aiko)).token).getRedemption({ id: first.id })), 'not-found')
  })

  test('joins somebody who is no member, and goes on as a session of extensions', async () => {
    const { token, membership } = await open('900000000001')
    assert.equal(membership.member, null)

    const joined = await stack.extension(token).join({})

    assert.equal(await codeOf(stack.extension(joined.token).getMembership({})), undefined)
    assert.equal(await codeOf(stack.browser(loyalty, { token: joined.token }).getMembership({})), 'session-expired')
  })

  test('is refused on pages, and a session of pages is refused here, on every route', async () => {
    const { token: ofExtension } = await open(mira)
    const { token: ofPage } = await stack.browser(loyalty).openSession({ assertion: await stack.assertion(mira) })
    const inputs = { redeemCredits: { amount: { cents: 100, currency: 'USD' } }, getRedemption: { id: 'x' } } as Record<string, object>
    const { openSession: _, ...members } = extensionMembers

    for (const verb of Object.keys(members) as (keyof typeof members)[]) {
      const input = (inputs[verb] ?? {}) as never
      assert.equal(await codeOf(stack.extension(ofPage)[verb](input)), 'session-expired', verb)
      assert.equal(await codeOf(stack.browser(loyalty, { token: ofExtension })[verb](input)), 'session-expired', verb)
      assert.equal(await codeOf(stack.extension()[verb](input)), 'session-required', verb)
    }
    assert.equal(await codeOf(stack.extension(ofPage).openSession({})), 'assertion-refused')
  })

  test('is not opened more than thirty times a minute for one customer, and others are not held up', async () => {
    const extension = stack.extension(await sessionToken({ sub: customerGid('900000000002') }))

    const codes = await Promise.all(Array.from({ length: 32 }, () => codeOf(extension.openSession({}))))

    assert.deepEqual(
      codes.filter((code) => code !== undefined),
      ['rate-limited', 'rate-limited'],
    )
    assert.equal(await codeOf(open(aiko)), undefined)
  })
})
