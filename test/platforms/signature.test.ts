import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isSigned } from '../../proxy/platforms/signature.ts'
import { sign } from './payloads.ts'
import { shopifyLibrary } from './shopify-library.ts'
import { runs } from '../properties/runs.ts'

/** The platform's own library, which checks a webhook as its documentation says. */
const secondOpinion = (secret: string) => {
  const { webhooks } = shopifyLibrary(secret)
  return async (rawBody: string, signature: string) => {
    const headers = {
      'x-shopify-hmac-sha256': signature,
      'x-shopify-topic': 'orders/create',
      'x-shopify-shop-domain': 'kiln-and-paper.myshopify.com',
      'x-shopify-api-version': '2026-07',
      'x-shopify-webhook-id': '1',
    }
    return (await webhooks.validate({ rawBody, rawRequest: { headers, method: 'POST', url: '/' }, rawResponse: {} })).valid
  }
}

const secrets = ['hush', 'shpss_5f3c1a', 'ключ', '鍵は秘密', 'a b=c&d', 'x'.repeat(200)].map((secret) => ({ secret, isValid: secondOpinion(secret) }))
const body = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }),
  fc.json({ stringUnit: 'grapheme' }),
)
/** Changes that may happen to a signature on its way. */
const tampering = fc.constantFrom<(signature: string) => string>(
  (signature) => signature,
  (signature) => signature.slice(0, -1),
  (signature) => signature.replace(/=$/, ''),
  (signature) => signature.toLowerCase(),
  (signature) => `${signature}=`,
  (signature) => `${signature.slice(0, 5)}!${signature.slice(5)}`,
  (signature) => signature.replaceAll('+', '-').replaceAll('/', '_'),
  (signature) => Buffer.from(signature, 'base64').toString('hex'),
  () => 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
)
const forgery = fc.record({ signer: fc.constantFrom(...secrets), tamper: tampering })

describe('the signature of a webhook', () => {
  test("gets the same verdict as from the platform's own library, over a thousand bodies, secrets and forgeries", async () => {
    const seen = { good: 0, bad: 0 }

    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...secrets), body, fc.option(forgery, { freq: 2 }), async (checker, text, forged) => {
        const signature = forged ? forged.tamper(sign(text, forged.signer.secret)) : sign(text, checker.secret)
        const ours = isSigned(Buffer.from(text), signature, [checker.secret])
        seen[ours ? 'good' : 'bad'] += 1
        assert.equal(ours, await checker.isValid(text, signature))
      }),
      runs(1_200),
    )

    assert.ok(seen.good > 400 && seen.bad > 400, JSON.stringify(seen))
  })

  test('follows the documented rule: base64 of HMAC-SHA256 over the raw body', () => {
    // Computed with: printf '%s' '{"id":820982911946154508}' | openssl dgst -sha256 -hmac hush -binary | base64
    const signature = 'qBvrsZF7RfB1iS6BX6IHqJTp5L911P7intnPeTPsH0I='

    assert.equal(isSigned(Buffer.from('{"id":820982911946154508}'), signature, ['hush']), true)
    assert.equal(isSigned(Buffer.from('{"id":820982911946154500}'), signature, ['hush']), false)
  })

  test('is valid with either of two secrets, so that one can replace the other', () => {
    const text = Buffer.from('{}')

    assert.equal(isSigned(text, sign(text, 'old'), ['new', 'old']), true)
    assert.equal(isSigned(text, sign(text, 'new'), ['new', 'old']), true)
    assert.equal(isSigned(text, sign(text, 'older'), ['new', 'old']), false)
  })

  test('covers the bytes, even if they are not text', () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0xc3])
    const signature = createHmac('sha256', 'hush').update(bytes).digest('base64')

    assert.equal(isSigned(bytes, signature, ['hush']), true)
    assert.equal(isSigned(Buffer.from(bytes.toString('utf8')), signature, ['hush']), false)
  })
})
