import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { readSettings } from '../../demo/settings.ts'
import { ConfigError } from '../../proxy/config/config-error.ts'
import { readConfig, readServices, settings } from '../../proxy/config/config.ts'
import { proxyCommand } from '../proxy-command.ts'
import { newKeyPair } from './key-pair.ts'

const good = readSettings({})

/** Starts the proxy with only these settings; resolves to its exit code and output. */
async function start(settings: Record<string, string>) {
  const proxy = spawn(process.execPath, proxyCommand('main'), {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complained, [code]] = await Promise.all([text(proxy.stdout), text(proxy.stderr), once(proxy, 'exit') as Promise<[number]>])
  return { code, said, complained }
}

/** Returns the faults of the demo's settings with these changes. */
function faultsOf(changes: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig({ ...good, ...changes })
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error))
    return error.lines
  }
}

const jwkPair = (key: object) => `shop:${Buffer.from(JSON.stringify(key)).toString('base64url')}`

describe('settings', () => {
  test('that the page about WooCommerce prints are accepted', () => {
    const page = readFileSync('docs/install/woocommerce.md', 'utf8')
    const script = /```sh\n([^]*?)```/.exec(page)![1]!.replace(/^ +/gm, '')

    const lines = execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n')

    const printed = Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2) as [string, string]))
    assert.deepEqual(Object.keys(printed), [
      'MERCHANT_API_KEYS',
      'WOOCOMMERCE_SECRETS',
      'ASSERTION_KEYS',
      'FALLBACK_PHONE',
      'ALLOWED_ORIGINS',
      'TRACK_PAGE_URL',
    ])
    assert.deepEqual(faultsOf(printed), [])
  })

  test('without any, the proxy names every required setting and exits with 1', async () => {
    const { code, said, complained } = await start({})

    assert.equal(code, 1)
    assert.equal(said, '')
    for (const name of ['PUBLIC_URL', 'ALLOWED_ORIGINS', 'SESSION_KEYS']) assert.match(complained, new RegExp(`^ *${name} is missing`, 'm'))
    assert.doesNotMatch(complained, /^ *at /m)
  })

  test('wrong settings are all named at once, each with its remedy and without its value', async () => {
    const { code, complained } = await start({
      PORT: 'eighty',
      PUBLIC_URL: 'widgets.example.com',
      ALLOWED_ORIGINS: 'https://shop.example.com/fr',
      SESSION_KEYS: 'c2hvcnQtc2VjcmV0',
      MERCHANT_API_KEYS: 'shortsecret',
      LOYALTY_BASE_URL: 'https://loyalty.example.com',
      PROTECTION_BASE_URL: 'https://protection.example.com/api',
      PROTECTION_API_KEY: 'a-protection-key-long-enough',
      LOG_LEVEL: 'loud',
    })

    assert.equal(code, 1)
    for (const line of [
      /^ *PORT is no port number; 4101, for example/m,
      /^ *PUBLIC_URL is no http address; "https:/m,
      /^ *ALLOWED_ORIGINS has a path; an origin is/m,
      /^ *SESSION_KEYS needs pairs like/m,
      /^ *MERCHANT_API_KEYS is shorter than 16 characters/m,
      /^ *LOYALTY_API_KEY is missing, but LOYALTY_BASE_URL is set/m,
      /^ *PROTECTION_BASE_URL has to end in "\/api\/v1"/m,
      /^ *LOG_LEVEL is no log level; "info", for example/m,
    ]) {
      assert.match(complained, line)
    }
    assert.doesNotMatch(complained, /shortsecret|c2hvcnQtc2VjcmV0/)
  })

  test('that are valid are accepted', () => {
    assert.deepEqual(faultsOf({}), [])
  })

  for (const [name, value, remedy] of [
    ['PORT', '70000', /4101, for example/],
    ['OPERATOR_PORT', '-1', /4101, for example/],
    ['PUBLIC_URL', 'ftp://widgets.example.com', /is no http address/],
    ['PUBLIC_URL', 'https://usr:pa55word@widgets.example.com', /carries a name or a password/],
    ['LOYALTY_BASE_URL', 'https://usr@loyalty.example.com', /carries a name or a password/],
    ['ALLOWED_ORIGINS', '*', /is no http address/],
    ['ALLOWED_ORIGINS', ' , ', /is empty; name the origins/],
    ['SESSION_KEYS', 'a:c2hvcnQ', /base64url of 32 bytes or more/],
    ['ASSERTION_KEYS', 'no-colon', /base64url of 32 bytes or more/],
    ['SHOPPERS_MAY', 'join,everything', /takes some of join, redeem/],
    ['PROTECTION_NAMING', 'covered', /neither "insured" nor "protected"/],
    ['QUOTE_TTL', 'a day', /is no number of seconds/],
    ['MAX_EVENT_LOOP_DELAY', '-1', /is no number of milliseconds/],
    ['MAX_REQUESTS', '0', /is no number of requests/],
    ['MAX_TEXT', '1000000', /has to be a whole number from 64 to 500/],
    ['SESSIONS_SINCE', 'yesterday', /is no time; /],
    ['SESSIONS_SINCE', '2126-11-22T08:30:00Z', /has not come yet/],
    ['TRACK_TRIES', '10,5', /needs three to five numbers/],
    ['TRACK_TRIES', 'ten,5,30', /needs three to five numbers/],
    ['TRACK_TRIES', '0,5,30', /needs three to five numbers/],
    ['TRACK_TRIES', '10,5,30,30,100,7', /needs three to five numbers/],
    ['ALLOW_INSECURE_UPSTREAM', 'yes', /takes 1 or 0/],
    ['NETWORK_RATES', '3000', /needs two numbers/],
    ['NETWORK_RATES', '3000,0', /needs two numbers/],
    ['ALLOWED_ORIGINS', 'https://shop.example.com/shop', /has a path/],
    ['TRACK_PAGE_URL', 'pages/track', /is neither a path nor an http address/],
    ['TRACK_PAGE_URL', '//example.com/track', /is neither a path nor an http address/],
    ['TRACK_PAGE_URL', 'javascript:alert(1)', /is neither a path nor an http address/],
    ['TRACK_PAGE_URL', 'https://shop.example.com/track#key', /is neither a path nor an http address/],
    ['TRUST_PROXY', 'true', /neither a list of addresses nor a number of hops/],
    ['TRUST_PROXY', '10.0.0.4,1', /neither a list of addresses nor a number of hops/],
    ['TRUST_PROXY', '10.0.0.0/99', /neither a list of addresses nor a number of hops/],
    ['LOYALTY_BASE_URL', undefined, /is missing, but LOYALTY_API_KEY is set/],
    ['PROTECTION_API_KEY', undefined, /is missing, but PROTECTION_BASE_URL is set/],
    ['LOYALTY_API_KEY', 'a-key-of-two-lines\r\nX-Admin: 1', /holds a character that no header can carry/],
    ['PROTECTION_API_KEY', 'schlüssel-der-offen-liegt', /holds a character that no header can carry/],
    ['LOYALTY_KEY_HEADER', 'X-Key\r\nX-Admin', /is no header name, or name and prefix/],
    ['LOYALTY_KEY_HEADER', 'X Key', /is no header name, or name and prefix/],
    ['PROTECTION_KEY_HEADER', 'X-Key: one two', /is no header name, or name and prefix/],
    ['PROTECTION_KEY_HEADER', 'Content-Length', /cannot be "Content-Length"/],
    ['LOYALTY_TOKEN_HEADER', ': Bearer', /is no header name, or name and prefix/],
    ['LOYALTY_TOKEN_HEADER', 'x-loyalty-api-key', /names the same header as LOYALTY_KEY_HEADER/],
    ['LOYALTY_AUTH_BODY', 'customerId', /is no JSON object with \{customerId\} in it/],
    ['LOYALTY_AUTH_BODY', '["{customerId}"]', /is no JSON object with \{customerId\} in it/],
    ['LOYALTY_AUTH_BODY', '{"customerId":"7001"}', /is no JSON object with \{customerId\} in it/],
  ] as const) {
    test(`${name}=${value ?? ''} is named with its remedy`, () => {
      const [line = '', ...others] = faultsOf({ [name]: value })

      assert.match(line, new RegExp(`^${name} `))
      assert.match(line, remedy)
      assert.deepEqual(others, [])
    })
  }

  test('tokens of the console without a port for it name what the port is for', () => {
    const faults = faultsOf({ OPERATOR_PORT: undefined })

    assert.deepEqual(faults, [
      'OPERATOR_PORT is missing, but CONSOLE_TOKENS is set. (Port for `/readyz`, `/metrics` and the console; absent: none of them is served)',
    ])
  })

  test('addresses of services that begin with http are all refused at once, each with its remedy', () => {
    const addresses = {
      LOYALTY_BASE_URL: 'http://loyalty.example.com',
      PROTECTION_BASE_URL: 'http://10.0.0.7/api/v1',
      TRACK_BASE_URL: 'http://track.internal',
      SHOPIFY_ADMIN_URL: 'http://admin.example.com',
      WOOCOMMERCE_URL: 'http://shop.example.com',
      CLAIMS_RESOLVER_URL: 'http://127.0.0.1.example.com/claims',
    }
    // These are shown to browsers, are the address of the store, or are a length.
    const others = ['PUBLIC_URL', 'TRACK_PAGE_URL', 'PLACEHOLDER_IMAGE_URL', 'DATABASE_URL', 'MAX_URL', 'CONSOLE_URL']
    assert.deepEqual(
      Object.keys(settings.shape)
        .filter((name) => name.endsWith('_URL') && !others.includes(name))
        .sort(),
      Object.keys(addresses).sort(),
    )

    const shop = { WOOCOMMERCE_API_KEY: 'ck_0123456789abcdef:cs_0123456789abcdef', WOOCOMMERCE_SECRETS: 'woocommerce-and-worthless' }

    const faults = faultsOf({ ...addresses, ...shop })

    for (const name of Object.keys(addresses)) {
      const [line = ''] = faults.filter((one) => one.startsWith(`${name} `))
      assert.match(line, /begins with "http:".* https address, or set ALLOW_INSECURE_UPSTREAM=1/)
    }
    assert.equal(faults.length, 6)
    assert.deepEqual(faultsOf({ ...addresses, ...shop, ALLOW_INSECURE_UPSTREAM: '1' }), [])
    assert.equal(faultsOf({ ...addresses, ...shop, ALLOW_INSECURE_UPSTREAM: '0' }).length, 6)
    assert.throws(() => readServices({ TRACK_BASE_URL: addresses.TRACK_BASE_URL }, 'track'), /TRACK_BASE_URL begins with "http:"/)
    assert.equal(readServices({ TRACK_BASE_URL: addresses.TRACK_BASE_URL, ALLOW_INSECURE_UPSTREAM: '1' }, 'track').track.baseUrl, addresses.TRACK_BASE_URL)
  })

  for (const address of ['http://localhost:4102', 'http://127.0.0.1:4102', 'http://[::1]:4102', 'http://services.localhost', 'https://track.example.com'])
    test(`the address of a service may be ${address}`, () => {
      assert.deepEqual(faultsOf({ TRACK_BASE_URL: address }), [])
    })

  test('two keys with the same name are refused, because only one of them could be used', () => {
    const key = Buffer.alloc(32, 7).toString('base64url')

    const [line = ''] = faultsOf({ SESSION_KEYS: `a:${key},a:${key}` })

    assert.match(line, /^SESSION_KEYS has two keys named "a"/)
  })

  test('a private key, or a key of another kind, is refused where a public key is required', () => {
    const { privateKey } = newKeyPair('ed25519')
    const { publicKey } = newKeyPair('rsa')

    const [ofPrivate = ''] = faultsOf({ ASSERTION_KEYS: jwkPair(privateKey.export({ format: 'jwk' })) })
    const [ofRsa = ''] = faultsOf({ ASSERTION_KEYS: jwkPair(publicKey.export({ format: 'jwk' })) })

    assert.match(ofPrivate, /^ASSERTION_KEYS holds a private key/)
    assert.match(ofRsa, /^ASSERTION_KEYS takes a public JWK of Ed25519 or P-256/)
  })

  test('an invalid public key is named before anything starts', () => {
    const [line = ''] = faultsOf({ ASSERTION_KEYS: jwkPair({ kty: 'OKP', crv: 'Ed25519', x: 'c2hvcnQ' }) })

    assert.match(line, /^ASSERTION_KEYS takes a public JWK of Ed25519 or P-256/)
  })

  test('a shared secret may begin with any byte, including a brace', () => {
    const secret = Buffer.from(`{${'x'.repeat(31)}`).toString('base64url')

    assert.deepEqual(faultsOf({ ASSERTION_KEYS: `shop:${secret}` }), [])
  })
})

describe('the settings of a service', () => {
  const { LOYALTY_BASE_URL, LOYALTY_API_KEY, TRACK_BASE_URL } = good

  test('are sufficient, and no other setting has to be set or valid', () => {
    const { loyalty, track } = readServices(
      { LOYALTY_BASE_URL, LOYALTY_API_KEY, TRACK_BASE_URL, PORT: 'eighty', PROTECTION_BASE_URL: 'nowhere' },
      'loyalty',
      'track',
    )

    assert.deepEqual([loyalty.baseUrl, loyalty.apiKey, track.baseUrl], [LOYALTY_BASE_URL, LOYALTY_API_KEY, TRACK_BASE_URL])
    assert.deepEqual([loyalty.keyHeader.name, loyalty.tokenHeader], ['X-Loyalty-Api-Key', { name: 'Authorization', prefix: 'Bearer' }])
  })

  test('that are missing or wrong are all named at once, without those of other services', () => {
    assert.throws(
      () => readServices({ LOYALTY_TOKEN_HEADER: 'a b', PORT: 'eighty' }, 'loyalty', 'protection'),
      (error) => {
        assert.ok(error instanceof ConfigError)
        assert.deepEqual(error.lines.map((line) => line.split(' ').slice(0, 3).join(' ')).sort(), [
          'LOYALTY_API_KEY is missing.',
          'LOYALTY_BASE_URL is missing.',
          'LOYALTY_TOKEN_HEADER is no',
          'PROTECTION_API_KEY is missing.',
          'PROTECTION_BASE_URL is missing.',
        ])
        return true
      },
    )
  })
})
