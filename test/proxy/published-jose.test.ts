import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { base64url, compactDecrypt, compactVerify, importJWK, SignJWT } from 'jose'
import { readSettings } from '../../demo/settings.ts'
import { readConfig } from '../../proxy/config/config.ts'
import { toVerificationKey } from '../../proxy/identity/assertion.ts'
import { createSealer } from '../../proxy/identity/seal.ts'
import { loyalty } from '../../src/contract/loyalty.ts'
import { startStack, type Stack } from '../stack.ts'
import { encrypted, signatures, unsecured } from './published-vectors.ts'
import { refusalOf } from './refusals.ts'

type Published = (typeof signatures)[number]
type PublishedKey = Published['key' | 'privateKey']

/** The bytes of a key as in a setting: those of the secret, or a JWK. */
const bytesOf = (key: PublishedKey) => (typeof key === 'string' ? base64url.decode(key) : Buffer.from(JSON.stringify(key)))
const keysOf = (published: readonly Published[]) => published.map(({ alg, key }) => `${alg}:${base64url.encode(bytesOf(key))}`).join(',')

async function verify(token: string, { key }: Published) {
  const { algorithm, key: verifying } = await toVerificationKey({ kid: 'published', bytes: bytesOf(key) })
  return compactVerify(token, verifying, { algorithms: [algorithm] })
}

/** Copies of the token that each have one other letter, at the beginning or in the middle of a non-empty part. */
function alterationsOf(token: string): string[] {
  const parts = token.split('.')
  return parts.flatMap((part, at) => {
    const places = part === '' ? [] : [0, Math.floor(part.length / 2)]
    return places.map((place) => parts.with(at, `${part.slice(0, place)}${part[place] === 'A' ? 'Q' : 'A'}${part.slice(place + 1)}`).join('.'))
  })
}

async function sign(stack: Stack, { alg, privateKey }: Published, kid: string = alg): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: stack.origin, aud: stack.proxy, sub: '700100200301', iat: now, exp: now + 120, jti: randomUUID() }
  const key = typeof privateKey === 'string' ? base64url.decode(privateKey) : await importJWK(privateKey, alg)
  return new SignJWT(claims).setProtectedHeader({ alg, typ: 'storefront-assertion+jwt', kid }).sign(key)
}

const signIn = (stack: Stack, assertion: string) => stack.browser(loyalty).openSession({ assertion })

describe('a token that a standard publishes', () => {
  for (const published of signatures) {
    const { source, alg, token, says } = published

    test(`is verified as in ${source} (${alg}), and refused with an altered letter`, async () => {
      const { payload, protectedHeader } = await verify(token, published)

      assert.match(new TextDecoder().decode(payload), says)
      assert.equal(protectedHeader.alg, alg)
      for (const altered of alterationsOf(token)) await assert.rejects(verify(altered, published), altered)
    })

    test(`is verified only by the key of ${source}`, async () => {
      for (const other of signatures.filter((one) => one !== published)) await assert.rejects(verify(token, other))
    })
  }

  test('is refused without a signature (RFC 7519, 6.1)', async () => {
    for (const published of signatures) await assert.rejects(verify(unsecured, published))
  })

  test('is opened as in RFC 7520, 5.6 (dir), and refused with an altered letter or by our seals, which accept only A256GCM', async () => {
    const bytes = base64url.decode(encrypted.key)
    const open = (token: string) => compactDecrypt(token, bytes, { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A128GCM'] })

    assert.match(new TextDecoder().decode((await open(encrypted.token)).plaintext), encrypted.says)
    for (const altered of alterationsOf(encrypted.token)) await assert.rejects(open(altered), altered)
    const sealer = createSealer([{ kid: '77c7e2b8-6e13-45cf-8672-617b5b45243a', bytes }], 'https://widgets.example')
    assert.equal(await sealer.open('session', encrypted.token), undefined)
  })
})

describe('keys that standards publish', () => {
  test('sign a shopper in by every algorithm, while the tokens published with them are refused', async (t) => {
    const stack = await startStack({ settings: { ASSERTION_KEYS: keysOf(signatures) } })
    t.after(() => stack.stop())

    for (const published of signatures) {
      assert.equal((await signIn(stack, await sign(stack, published))).membership.member?.first_name, 'Mira', published.alg)
      await refusalOf(signIn(stack, published.token), 'assertion-refused')
      for (const other of signatures.filter((one) => one !== published)) {
        await refusalOf(signIn(stack, await sign(stack, published, other.alg)), 'assertion-refused')
      }
    }
    await refusalOf(signIn(stack, unsecured), 'assertion-refused')
  })

  test('can be rotated without a gap', async (t) => {
    const [old, next] = [signatures[0], signatures[2]]
    const stories = [
      [[old], ['taken', 'refused']],
      [
        [old, next],
        ['taken', 'taken'],
      ],
      [[next], ['refused', 'taken']],
    ] as const
    for (const [keys, expected] of stories) {
      const stack = await startStack({ settings: { ASSERTION_KEYS: keysOf(keys) } })
      t.after(() => stack.stop())
      const outcomes = [old, next].map(async (published) =>
        signIn(stack, await sign(stack, published)).then(
          () => 'taken',
          () => 'refused',
        ),
      )
      assert.deepEqual(await Promise.all(outcomes), expected)
    }
  })

  test('must have at least 32 bytes as a secret', () => {
    const read = (bytes: number) => readConfig({ ...readSettings({}), ASSERTION_KEYS: `short:${base64url.encode(randomBytes(bytes))}` })

    assert.throws(() => read(31), /ASSERTION_KEYS/)
    assert.equal(read(32).assertionKeys[0]?.bytes.length, 32)
  })
})
