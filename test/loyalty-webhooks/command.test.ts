import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { runCommand, startAtTerminal, startServices } from '../cli/commands.ts'

const publicUrl = 'https://widgets.example.com'
const address = `${publicUrl}/v1/webhooks/loyalty`

interface Webhook {
  id: string
  callbackUrl: string
  deletedAt?: string
}

const services = await startServices()
const env = { ...services.env, PUBLIC_URL: publicUrl }
beforeEach(async () => {
  await services.mend()
  await fetch(`${services.address}/_control/reset`, { method: 'POST' })
})

const run = (words: string, changes: Record<string, string> = {}) => runCommand(['webhook', ...words.split(' ')], { ...env, ...changes })
const registered = async () => (await services.list<Webhook>('webhooks')).filter(({ deletedAt }) => !deletedAt)
const elsewhere = 'https://crm.example/hook'
/** Registers a webhook at the service, without the command. */
const registerAt = async (callbackUrl: string, kind = 'webhooks', beside = {}) => {
  const headers = { 'X-Loyalty-Api-Key': services.keys.loyaltyKey, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ callbackUrl, ...beside })
  await fetch(`${services.address}/loyalty/v2.0/admin/${kind}`, { method: 'POST', headers, body })
}

describe('webhook register', () => {
  test('prints only the token to stdout, and the next step to stderr', async () => {
    const { code, out, err } = await run('register')

    assert.equal(code, 0)
    assert.match(out, /^[0-9a-f]{32}\n$/)
    assert.match(err, /Put the token into LOYALTY_WEBHOOK_TOKENS/)
    assert.ok(!err.includes(out.trim()))
    assert.deepEqual(
      (await registered()).map(({ callbackUrl }) => callbackUrl),
      [address],
    )
  })

  test('does not register a second webhook, and explains how to get another token', async () => {
    await registerAt(address)
    const { code, out, err } = await run('register')

    assert.deepEqual([code, out], [0, ''])
    assert.match(err, /is registered already .*[^]*webhook rotate/)
    assert.equal((await registered()).length, 1)
  })

  test('registers a webhook even if another service has one', async () => {
    await registerAt(elsewhere)

    assert.match((await run('register')).out, /^[0-9a-f]{32}\n$/)
  })

  test('prints JSON with --json', async () => {
    const made = JSON.parse((await run('register --json --name crm')).out) as { registered: boolean; webhook: Webhook; token: string }
    const there = JSON.parse((await run('register --json')).out) as { registered: boolean; webhook: Webhook }

    assert.deepEqual([made.registered, there.registered], [true, false])
    assert.match(made.token, /^[0-9a-f]{32}$/)
    assert.equal(there.webhook.id, made.webhook.id)
  })

  test('deletes the new webhook if the service returns no token for it', async () => {
    const silent = { message: 'ok', data: { id: 'w1', callbackUrl: address } }
    await services.fault({ match: { method: 'POST', path: '*/admin/webhooks' }, body: silent })

    const { code, out, err } = await run('register')

    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /no token|not found/i)
    assert.equal(await services.asked('DELETE /loyalty/v2.0/admin/webhooks'), 1)
  })

  test('exits with 3 and points to webhook list if the response is lost', async () => {
    await services.fault({ match: { method: 'POST', path: '*/admin/webhooks' }, drop: 'after' })

    const { code, out, err } = await run('register')

    assert.deepEqual([code, out], [3, ''])
    assert.match(err, /may have taken effect\..*webhook list/)
  })
})

describe('webhook rotate', () => {
  test('fails without a webhook, registers a second one, and refuses a third', async () => {
    const none = await run('rotate')
    const { out: first } = await run('register')
    const { code, out: second, err } = await run('rotate')
    const again = await run('rotate')

    assert.deepEqual([none.code, code, again.code], [2, 0, 2])
    assert.notEqual(first, second)
    assert.match(err, /LOYALTY_WEBHOOK_TOKENS=<new>,<old>/)
    assert.match(again.err, /rotate --finish/)
    assert.equal((await registered()).length, 2)
  })

  test('--finish keeps the newest webhook, and removes the older one only after confirmation', async () => {
    await registerAt(address)
    await registerAt(elsewhere)
    await registerAt(address)
    const [, other, newest] = await registered()

    const asked = await run('rotate --finish')
    const unchanged = await registered()
    const done = await run('rotate --finish --yes')

    assert.deepEqual([asked.code, done.code, unchanged.length], [4, 0, 3])
    assert.deepEqual(
      (await registered()).map(({ id }) => id),
      [other!.id, newest!.id],
    )
    assert.equal((await run('rotate --finish')).code, 0)
  })
})

describe('webhook remove', () => {
  test('removes only the webhook that leads to the proxy, and only after confirmation', async () => {
    await registerAt(elsewhere)
    await registerAt(address)

    const unasked = await run('remove')
    const before = await registered()
    const { code } = await run('remove --yes')

    assert.deepEqual([unasked.code, before.length, code], [4, 2, 0])
    assert.deepEqual(
      (await registered()).map(({ callbackUrl }) => callbackUrl),
      ['https://crm.example/hook'],
    )
  })

  for (const [answer, code, left] of [
    ['y', 0, 0],
    ['n', 4, 1],
    ['', 4, 1],
  ] as const)
    test(`asks for confirmation at a terminal: the answer is "${answer}"`, async () => {
      await registerAt(address)

      const { child, ended } = startAtTerminal(['webhook', 'remove'], env)
      child.stdin!.write(`${answer}\n`)
      const { code: ending, err } = await ended

      assert.match(err, /the service sends no events to this address/)
      assert.deepEqual([ending, (await registered()).length], [code, left])
    })

  test('lists the webhooks if several match or the id is unknown', async () => {
    await registerAt(address)
    await registerAt(`${address}/`)
    const ids = (await registered()).map(({ id }) => id)

    const [several, unknown] = await Promise.all([run('remove --yes'), run('remove nothing --yes')])

    assert.deepEqual([several.code, unknown.code], [2, 2])
    for (const id of ids) assert.ok(several.err.includes(id) && unknown.err.includes(id))
    assert.equal((await run(`remove ${ids[0]} --yes`)).code, 0)
    assert.equal((await registered()).length, 1)
  })
})

test('webhook list shows all registrations, and which of them lead to the proxy', async () => {
  await registerAt(address)
  await registerAt(elsewhere, 'webhook-subscriptions', { topic: 'customer.updated', name: 'crm' })

  const [{ out }, inJson] = await Promise.all([run('list'), run('list --json')])
  const rows = JSON.parse(inJson.out) as { kind: string; ours: boolean }[]

  assert.match(out, /^webhook .* yes .*\nsubscription .* no /m)
  assert.deepEqual(
    rows.map(({ kind, ours }) => [kind, ours]),
    [
      ['webhook', true],
      ['subscription', false],
    ],
  )
})

test('a wrong key exits with 1, a missing PUBLIC_URL and an unknown command exit with 2', async () => {
  const [key, url, word] = await Promise.all([
    run('list', { LOYALTY_API_KEY: 'another-key-altogether' }),
    runCommand(['webhook', 'list'], services.env),
    run('lst'),
  ])

  assert.deepEqual([key.code, url.code, word.code], [1, 2, 2])
  assert.match(key.err, /LOYALTY_API_KEY/)
  assert.match(url.err, /PUBLIC_URL is missing/)
})
