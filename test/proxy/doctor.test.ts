import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, afterEach, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runDoctor } from '../../proxy/cli/doctor-command.ts'
import type { Finding } from '../../proxy/doctor/finding.ts'
import { runChecks } from '../../proxy/doctor/doctor.ts'
import { freePort } from '../free-port.ts'
import { proxyCommand } from '../proxy-command.ts'
import { startStack, type Stack } from '../stack.ts'
import { startEndlessService, startOddService, type Odd, type Seen } from './odd-service.ts'

let stack: Stack
before(async () => (stack = await startStack()))
after(() => stack.stop())
afterEach(() => stack.mend())

const withChanges = (changes: Record<string, string | undefined>) => ({ ...stack.settings, ...changes })

/** Runs the doctor with these changes; returns its findings by check. `timeout`: milliseconds; long, so that a busy machine is not a finding. */
async function found(changes: Record<string, string | undefined> = {}, timeout = 30_000) {
  const findings = await runChecks(withChanges(changes), { connect: timeout, answer: timeout })
  return (check: string): Finding => findings.find((one) => one.check === check) ?? assert.fail(`nothing of ${check} in ${JSON.stringify(findings)}`)
}

async function run(changes: Record<string, string | undefined> = {}, json = false) {
  let said = ''
  const code = await runDoctor({ json }, withChanges(changes), { write: (more) => (said += more) })
  return { code, said }
}

const loyaltyFrom = (address: string) => ({ LOYALTY_BASE_URL: address })
const protectionFrom = (address: string) => ({ PROTECTION_BASE_URL: `${address}/api/v1` })

describe('the doctor', () => {
  test('prints a line for every part, and says that nothing is wrong and exits with 0 if all is well', async () => {
    const { code, said } = await run()

    assert.equal(code, 0, said)
    for (const check of [
      'settings',
      'loyalty',
      'protection',
      'naming',
      'track',
      'orders',
      'claims',
      'public address',
      'clock',
      'session keys',
      'store',
      'queue',
      `origin ${stack.origin}`,
    ])
      assert.match(said, new RegExp(`^✓ ok +${check} `, 'm'))
    assert.match(said, /^– note +webhooks /m)
    assert.match(said, /Nothing is wrong\.\n$/)
  })

  test('prints JSON for programs', async () => {
    const { code, said } = await run({}, true)

    const { ok, findings } = JSON.parse(said) as { ok: boolean; findings: Finding[] }
    assert.deepEqual([code, ok], [0, true])
    assert.deepEqual(Object.keys(findings[0]!), ['check', 'verdict', 'says'])
  })

  test('leaves nothing behind in the services', async () => {
    const totals = async () => {
      const { quotes: _, ...kept } = (await stack.state<{ totals: Record<string, number> }>()).totals
      return { ...kept, requests: undefined }
    }
    const earlier = await totals()

    await run()

    assert.deepEqual(await totals(), earlier)
  })

  test('runs as a command, which exits with 1 if something is wrong', async () => {
    const doctor = spawn(process.execPath, [...proxyCommand('cli'), 'doctor', '--json'], {
      env: { PATH: process.env.PATH, ...withChanges({ LOYALTY_API_KEY: 'another-key-altogether' }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })

    const [said, complained, [code]] = await Promise.all([text(doctor.stdout), text(doctor.stderr), once(doctor, 'exit') as Promise<[number]>])

    assert.deepEqual([code, complained], [1, ''])
    const { ok, findings } = JSON.parse(said) as { ok: boolean; findings: Finding[] }
    assert.equal(ok, false)
    assert.deepEqual(
      findings.filter(({ verdict }) => verdict === 'failed').map(({ check }) => check),
      ['loyalty'],
    )
    assert.match(findings.find(({ check }) => check === 'webhooks')!.says, /not checked: the loyalty service has to answer first/)
  })
})

describe('a service', () => {
  test('that refuses the key is distinguished from one that cannot be reached', async () => {
    const wrong = await found({ LOYALTY_API_KEY: 'another-key-altogether', PROTECTION_API_KEY: 'another-key-altogether' })
    const port = await freePort()
    const away = await found({ ...loyaltyFrom(`http://127.0.0.1:${port}`), ...protectionFrom(`http://127.0.0.1:${port}`) })

    assert.match(wrong('loyalty').says, /reachable, but it refuses the key \(401\)/)
    assert.match(wrong('loyalty').remedy!, /LOYALTY_API_KEY/)
    assert.match(wrong('protection').says, /reachable, but it refuses the key \(401\)/)
    assert.match(wrong('protection').remedy!, /PROTECTION_API_KEY/)
    assert.match(away('loyalty').says, /cannot be reached: nothing listens at this address/)
    assert.match(away('protection').says, /cannot be reached: nothing listens at this address/)
  })

  test('that answers 400 for a wrong key is reported as refusing the key (A3)', async () => {
    const { address } = await startOddService({ status: 400, body: { success: false, data: {}, errors: ['Invalid API key'] } })

    assert.match((await found(loyaltyFrom(address)))('loyalty').says, /it refuses the key \(400\)/)
  })

  test('that fails, hangs, closes the connection or speaks another protocol is reported as such', async () => {
    await stack.fault({ match: { path: '/loyalty' }, status: 500 })
    await stack.fault({ match: { path: '/protection' }, delay_ms: 60_000 })
    await stack.fault({ match: { path: '/track' }, drop: true })
    const plain = stack.services.replace('http:', 'https:')

    const said = await found({}, 4_000)
    const secured = await found({ ...protectionFrom(plain), PROTECTION_API_KEY: stack.settings.PROTECTION_API_KEY })

    assert.match(said('loyalty').says, /reachable, but failing \(500\)/)
    assert.match(said('protection').says, /cannot be reached: it did not answer in time/)
    assert.match(said('track').says, /cannot be reached: it closes the connection/)
    assert.match(secured('protection').says, /TLS certificate or protocol is not accepted/)
  })

  test('whose host name is unknown is reported as such', async () => {
    assert.match(
      (await found(loyaltyFrom('https://loyalty.invalid'), 4_000))('loyalty').says,
      /cannot be reached: its host name is unknown|did not answer in time/,
    )
  })

  test('that is a web page, or has another path, is reported as the wrong address', async () => {
    const { address } = await startOddService({ headers: { 'Content-Type': 'text/html' }, body: '<h1>Welcome</h1>' })
    const said = await found({ ...loyaltyFrom(address), ...protectionFrom(address), TRACK_BASE_URL: address })
    const astray = await found({ LOYALTY_BASE_URL: `${stack.services}/loyal`, TRACK_BASE_URL: `${stack.services}/trace` })

    for (const check of ['loyalty', 'protection', 'track']) assert.match(said(check).says, /something else answers at this address/)
    assert.match(astray('loyalty').says, /the endpoint is unknown there \(404\)/)
    assert.notEqual(astray('track').verdict, 'passed')
  })

  test('that never ends its response is cut off and reported as such', async () => {
    const endless = await startEndlessService()

    const said = await found(loyaltyFrom(endless.address))

    assert.match(said('loyalty').says, /answers with more than 16 MiB/)
    assert.ok(endless.sent() < 64 * 1024 * 1024, String(endless.sent()))
  })

  test('whose text contains control characters is printed with them escaped, in lines and in JSON', async () => {
    const merchantName = 'Evil\u001b[2J\u009b31m\u202e\n✓ ok     forged  all is well'
    const { address } = await startOddService({ body: { message: 'ok', data: { merchantName } } })

    const [lines, json] = await Promise.all([run(loyaltyFrom(address)), run(loyaltyFrom(address), true)])

    for (const { said } of [lines, json]) assert.doesNotMatch(said.replaceAll('\n', ''), /[\p{Cc}\u202e]/u)
    assert.doesNotMatch(lines.said, /^✓ ok +forged/m)
    assert.match(lines.said, /Evil\\u001b\[2J\\u009b31m\\u202e\\n✓/)
    const { findings } = JSON.parse(json.said) as { findings: Finding[] }
    assert.ok(findings.find(({ check }) => check === 'loyalty')!.says.includes(merchantName))
  })

  test('that is not set up is noted, and is not a fault', async () => {
    const { code, said } = await run({ TRACK_BASE_URL: undefined })

    assert.equal(code, 0)
    assert.match(said, /^– note +track +not set up/m)
    assert.match(said, /^– note +after the order +SHOPPERS_MAY=protect-later, unprotect needs further settings/m)
  })
})

describe('the naming', () => {
  /** Starts a service that accepts only one naming. */
  const speaking = (word: string) =>
    startOddService(({ body }: Seen): Odd =>
      body.includes(word) ? { body: { id: '1', token: 't', price: { cents: 1, currency: 'USD' } } } : { status: 422, body: { error: [`${word} is required`] } },
    )

  for (const [set, spoken] of [
    ['insured', 'protected'],
    ['protected', 'insured'],
  ] as const) {
    test(`${set}, set for a service that uses ${spoken}, is reported with the right one`, async () => {
      const { address } = await speaking(`amount_${spoken}`)

      const said = await found({ ...protectionFrom(address), PROTECTION_NAMING: set })

      assert.equal(said('protection').verdict, 'passed')
      assert.equal(said('naming').verdict, 'failed')
      assert.equal(said('naming').remedy, `Set PROTECTION_NAMING=${spoken}`)
    })
  }

  test('of a service that accepts both is valid either way, and the doctor says that both work', async () => {
    const both = (await found())('naming')
    const { address } = await speaking('amount_insured')
    const one = (await found({ ...protectionFrom(address), PROTECTION_NAMING: 'insured' }))('naming')

    assert.deepEqual([both.verdict, both.says], ['passed', 'insured, as set; the service takes protected too'])
    assert.deepEqual([one.verdict, one.says], ['passed', 'insured, as set'])
  })

  test('of a service that accepts neither is unknown, and its error text is shown without the key', async () => {
    const key = stack.settings.PROTECTION_API_KEY!
    const { address } = await startOddService({ status: 422, body: { error: [`Currency is not covered for ${key}`] } })

    const said = await found(protectionFrom(address))

    assert.equal(said('naming').verdict, 'noted')
    assert.match(said('naming').says, /Currency is not covered for …/)
  })
})

describe('webhooks', () => {
  const register = async (callbackUrl: string) => {
    const answer = await fetch(`${stack.services}/loyalty/v2.0/admin/webhooks`, {
      method: 'POST',
      headers: { 'X-Loyalty-Api-Key': stack.settings.LOYALTY_API_KEY!, 'Content-Type': 'application/json' },
      body: JSON.stringify({ callbackUrl }),
    })
    return ((await answer.json()) as { data: { token: string } }).data.token
  }

  test('for another address do not count as webhooks of this proxy when a token is set', async () => {
    const token = await register('https://crm.example/hook')

    const { verdict, says, remedy } = (await found({ LOYALTY_WEBHOOK_TOKENS: token }))('webhooks')

    assert.equal(verdict, 'failed')
    assert.match(says, /^1 token is set, but none is registered for http:\/\/127\.0\.0\.1:\d+\/v1\/webhooks\/loyalty$/)
    assert.match(remedy!, /webhook register/)
  })

  test('that are registered need their token, and the doctor says that it cannot check the token', async () => {
    const token = await register(`${stack.proxy}/v1/webhooks/loyalty`)

    const without = (await found())('webhooks')
    const having = (await found({ LOYALTY_WEBHOOK_TOKENS: `${token},an-older-token-of-ours` }))('webhooks')

    assert.equal(without.verdict, 'failed')
    assert.match(without.remedy!, /LOYALTY_WEBHOOK_TOKENS/)
    assert.equal(having.verdict, 'passed')
    assert.match(having.says, /2 tokens are set \(the first delivery shows whether the token is right/)
    assert.ok(!having.says.includes(token))
  })
})

describe('the clock', () => {
  for (const [how, ahead, words] of [
    ['an hour behind', 3_600_000, /^36\d\d s behind the clock of 127\.0\.0\.1/],
    ['a minute ahead', -60_000, /^(59|60|61) s ahead of the clock of 127\.0\.0\.1/],
  ] as const) {
    test(`${how} of a service is reported`, async () => {
      const { address } = await startOddService(() => ({ body: { shipments: [] }, headers: { Date: new Date(Date.now() + ahead).toUTCString() } }))

      const said = await found({ TRACK_BASE_URL: address })

      assert.equal(said('clock').verdict, 'failed')
      assert.match(said('clock').says, words)
      assert.match(said('clock').remedy!, /NTP/)
    })
  }
})

describe('addresses', () => {
  test('reverse proxies must be set by their addresses', async () => {
    for (const [changes, verdict, says, remedy] of [
      [{ TRUST_PROXY: '10.0.0.4' }, 'passed', /^10\.0\.0\.4 may forward client addresses/, undefined],
      [{ TRUST_PROXY: '1' }, 'noted', /^loopback may forward client addresses over 1 hops/, /List the addresses/],
      [{ TRUST_PROXY: '2, 10.0.0.4' }, 'noted', /^10\.0\.0\.4 may forward client addresses over 2 hops/, /List the addresses/],
      [{ PUBLIC_URL: 'https://widgets.example.invalid' }, 'noted', /all shoppers behind one share its rate limit/, /TRUST_PROXY/],
      [{}, 'passed', /^none may forward client addresses/, undefined],
    ] as const) {
      const finding = (await found(changes))('reverse proxies')

      assert.equal(finding.verdict, verdict)
      assert.match(finding.says, says)
      if (remedy) assert.match(finding.remedy!, remedy)
    }
  })

  test('a public address where nothing or another program listens is reported', async () => {
    const { address } = await startOddService({ body: { status: 'up' } })

    const silent = await found({ PUBLIC_URL: `http://127.0.0.1:${await freePort()}` })
    const other = await found({ PUBLIC_URL: address })

    assert.match(silent('public address').says, /cannot be reached: nothing listens/)
    assert.match(silent('public address').remedy!, /storefront-proxy serve/)
    assert.match(other('public address').says, /something else answers at/)
    assert.equal(silent(`origin ${stack.origin}`).verdict, 'noted')
  })

  test('an origin that the running proxy does not know, or that is not https, is reported', async () => {
    const unknown = 'https://new.shop.example'
    const plain = 'http://shop.example'

    const said = await found({ ALLOWED_ORIGINS: [stack.origin, unknown, plain].join(',') })

    assert.equal(said(`origin ${stack.origin}`).verdict, 'passed')
    assert.match(said(`origin ${unknown}`).says, /the preflight answer does not name it/)
    assert.match(said(`origin ${plain}`).says, /is not https/)
  })
})

describe('keys and stored data', () => {
  const key = (kid: string, fill: number) => `${kid}:${Buffer.alloc(32, fill).toString('base64url')}`

  for (const [how, sessionKeys, words] of [
    ['the same key twice, under two names', `${key('a', 7)},${key('b', 7)}`, /"b" has the bytes of another key/],
    ['a key of years ago', key('2023-01', 200), /"2023-01" is \d\d months old/],
  ] as const) {
    test(`${how}, is reported`, async () => {
      const said = await found({ SESSION_KEYS: sessionKeys })

      assert.equal(said('session keys').verdict, 'failed')
      assert.match(said('session keys').says, words)
    })
  }

  test('a key made of text is reported if the proxy is public, and accepted on a local machine', async () => {
    const own = await found()
    const open = await found({ PUBLIC_URL: 'https://widgets.invalid' })

    assert.equal(own('session keys').verdict, 'passed')
    assert.match(open('session keys').says, /is typed text, which can be guessed/)
  })

  test('a database that cannot be reached is reported without its password', async () => {
    const said = await found({ DATABASE_URL: 'postgres://shop:pa55word-of-the-database@db.invalid/shop' })

    assert.equal(said('store').verdict, 'failed')
    assert.match(said('store').says, /^DATABASE_URL cannot be used: db\.invalid\/shop: /)
    assert.doesNotMatch(JSON.stringify(said('store')), /pa55word/)
  })

  test('a folder that cannot be created is reported', async () => {
    const said = await found({ DATA_DIR: fileURLToPath(new URL('reports', import.meta.url + '/')) })

    assert.equal(said('store').verdict, 'failed')
    assert.match(said('store').says, /doctor\.test\.ts\/reports cannot be created: .*doctor\.test\.ts is not writable/)
  })

  test('before the first start there is no store, and the doctor creates none', async () => {
    const folder = join(tmpdir(), randomUUID())
    const said = await found({ DATA_DIR: folder })

    assert.equal(said('store').verdict, 'noted')
    assert.equal(existsSync(folder), false)
  })
})

test('wrong settings are reported one by one, and services whose settings are valid are still checked', async () => {
  const { code, said } = await run({ PORT: 'eighty', SESSION_KEYS: undefined })

  assert.equal(code, 1)
  assert.match(said, /^✗ wrong +settings +PORT is no port number/m)
  assert.match(said, /^✗ wrong +settings +SESSION_KEYS is missing/m)
  assert.match(said, /^✓ ok +loyalty +reachable/m)
  assert.match(said, /2 things are wrong\.\n$/)
})

test('no key, token or password is ever printed', async () => {
  const password = 'pa55word-of-the-database'
  const echo = await startOddService(({ headers }) => ({ status: 422, body: { message: JSON.stringify(headers), error: [JSON.stringify(headers)] } }))
  const changes = {
    ...loyaltyFrom(echo.address),
    ...protectionFrom(echo.address),
    TRACK_BASE_URL: echo.address,
    DATABASE_URL: `postgres://shop:${password}@db.example/shop`,
    LOYALTY_WEBHOOK_TOKENS: 'a-token-that-is-secret',
  }

  const spoken = (await run(changes)).said + (await run(changes, true)).said

  const { LOYALTY_API_KEY, PROTECTION_API_KEY, MERCHANT_API_KEYS, SESSION_KEYS, ASSERTION_KEYS } = stack.settings
  const secrets = [
    LOYALTY_API_KEY,
    PROTECTION_API_KEY,
    MERCHANT_API_KEYS,
    SESSION_KEYS?.split(':')[1],
    ASSERTION_KEYS?.split(':')[1],
    password,
    changes.LOYALTY_WEBHOOK_TOKENS,
  ]
  for (const secret of secrets) assert.ok(secret && !spoken.includes(secret), secret)
})

describe('the sources of orders, and decisions about claims', () => {
  test('without a source of orders, no order is protected', async () => {
    const nobody = {
      MERCHANT_API_KEYS: undefined,
      SHOPIFY_SHOP: undefined,
      SHOPIFY_APP_SECRETS: undefined,
      SHOPIFY_ADMIN_TOKEN: undefined,
      WOOCOMMERCE_SECRETS: undefined,
    }

    const { verdict, says, remedy } = (await found(nobody))('orders')

    assert.deepEqual([verdict, says], ['noted', 'no source of orders is set up, so no order is protected'])
    assert.match(remedy ?? '', /SHOPIFY_SHOP.*MERCHANT_API_KEYS/)
  })

  test('orders that are accepted but cannot be delivered are a fault', async () => {
    const { verdict, remedy } = (await found({ PROTECTION_BASE_URL: undefined, PROTECTION_API_KEY: undefined }))('orders')

    assert.equal(verdict, 'failed')
    assert.match(remedy ?? '', /PROTECTION_BASE_URL/)
  })

  test('a platform whose orders may lack a phone number needs the phone number of the shop', async () => {
    const { verdict, remedy } = (await found({ FALLBACK_PHONE: undefined, WOOCOMMERCE_SECRETS: undefined }))('orders')

    assert.equal(verdict, 'noted')
    assert.match(remedy ?? '', /FALLBACK_PHONE/)
  })

  test('WooCommerce without the phone number of the shop is a fault: its checkout asks for none by default', async () => {
    const { verdict, says, remedy } = (await found({ FALLBACK_PHONE: undefined, WOOCOMMERCE_SECRETS: 'woocommerce-and-worthless' }))('orders')

    assert.equal(verdict, 'failed')
    assert.match(says, /WooCommerce.*held/)
    assert.match(remedy ?? '', /FALLBACK_PHONE/)
  })

  test('claims that are resolved automatically need a limit', async () => {
    const without = (await found({ CLAIMS_MODE: 'auto', CLAIMS_AUTO_LIMIT: undefined }))('claims')
    const tx = (await found({ CLAIMS_MODE: 'auto', CLAIMS_AUTO_LIMIT: '50.00 USD' }))('claims')

    assert.equal(without.verdict, 'noted')
    assert.match(without.remedy ?? '', /CLAIMS_AUTO_LIMIT/)
    assert.equal(tx.verdict, 'passed')
  })
})
