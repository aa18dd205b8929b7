import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { loyalty } from '../../src/contract/loyalty.ts'
import { openStores } from '../../proxy/background/stores.ts'
import { runCommand } from '../cli/commands.ts'
import { startPostgres, type Postgres } from '../postgres.ts'
import { startStack, until, type Stack } from '../stack.ts'
import { refusalOf } from './refusals.ts'

const [mira, aiko] = ['700100200301', '700100200303'] as const

const openSession = async (stack: Stack, customer: string) => (await stack.browser(loyalty).openSession({ assertion: await stack.assertion(customer) })).token
const ask = (stack: Stack, token: string) => stack.browser(loyalty, { token }).getMembership({ parts: 'member' })
const revoke = (settings: Record<string, string>, ...words: string[]) => runCommand(['session', 'revoke', ...words], settings)

/** Waits until the session is refused; resolves to the refusal. */
const ended = (stack: Stack, token: string) =>
  until(
    () =>
      ask(stack, token).then(
        () => undefined,
        (refusal: unknown) => refusal,
      ),
    (refusal) => refusal !== undefined,
  )

describe('session revoke', () => {
  let stack: Stack
  before(async () => (stack = await startStack()))
  after(() => stack.stop())
  const here = () => ({ DATA_DIR: stack.settings.DATA_DIR! })

  test('ends every open session of a customer, but no other session, and a new proof opens a new session', async () => {
    const [one, other, anothers] = [await openSession(stack, mira), await openSession(stack, mira), await openSession(stack, aiko)]
    for (const token of [one, other, anothers]) await ask(stack, token)

    const { code, err } = await revoke(here(), '--customer', mira)

    assert.equal(code, 0, err)
    await ended(stack, one)
    await refusalOf(ask(stack, one), 'session-expired')
    await refusalOf(ask(stack, other), 'session-expired')
    await ask(stack, anothers)
    await ask(stack, await openSession(stack, mira))
  })

  test('refuses an invalid or missing id, and says what is wrong', async () => {
    const { code, err } = await revoke(here(), '--customer', 'Mira Okafor')
    const without = await revoke(here())

    assert.notEqual(code, 0)
    assert.match(err, /--customer is no customer id/)
    assert.notEqual(without.code, 0)
    assert.match(without.err, /--customer/)
  })
})

describe('session revoke beside several instances', () => {
  let postgres: Postgres
  let one: Stack
  let other: Stack
  before(async () => {
    postgres = await startPostgres()
    const settings = { DATABASE_URL: postgres.url }
    one = await startStack({ settings })
    // Two instances of one shop at one address: each accepts the sessions of the other.
    other = await startStack({ origins: [one.origin], settings: { ...settings, PUBLIC_URL: one.settings.PUBLIC_URL, SESSION_KEYS: one.settings.SESSION_KEYS } })
  })
  after(async () => {
    await one.stop()
    await other.stop()
    await postgres.stop()
  })

  test('ends the sessions of every instance', async () => {
    const tokens = [await openSession(one, mira), await openSession(other, mira)]
    await Promise.all([ask(one, tokens[0]!), ask(other, tokens[1]!)])

    const { code, err } = await revoke({ DATABASE_URL: postgres.url }, '--customer', mira)

    assert.equal(code, 0, err)
    await ended(one, tokens[0]!)
    await ended(other, tokens[1]!)
    await refusalOf(ask(other, tokens[1]!), 'session-expired')
  })

  test('a session that one instance opens after a second revocation is valid at the other, which has not read that revocation yet', async (context) => {
    const stores = await openStores({ url: postgres.url })
    context.after(() => stores.close())
    await stores.revokeSessions(mira)
    // Opening a session reads all revocations; the result is valid for some seconds.
    const before = await openSession(other, mira)

    await stores.revokeSessions(mira)
    const token = await openSession(one, mira)

    await ask(other, token)
    await ended(other, before)
    await ask(other, token)
  })

  test('keeps sessions valid while the store is unavailable', async () => {
    const token = await openSession(one, aiko)
    await ask(one, token)

    await postgres.stop()

    await until(
      async () => {
        await ask(one, token)
        return one.log.some((line) => line.includes('sessions that were ended cannot be read'))
      },
      (isEnded) => isEnded,
    )
    await ask(one, token)
  })
})
