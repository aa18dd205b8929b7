import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { base64url, decodeJwt, decodeProtectedHeader } from 'jose'
import { loyalty } from '../../src/contract/loyalty.ts'
import { startStack } from '../stack.ts'
import { refusalOf } from './refusals.ts'

const chapter = readFileSync(new URL('../../docs/proxy/sign-in.md', import.meta.url), 'utf8')
const mira = '700100200301'

/** The command of each language, and the code that prints the assertion for the customer in its first argument. */
const languages = {
  js: { program: process.execPath, flags: ['--input-type=module', '-e'], before: '', print: 'console.log(assertionFor(process.argv[1]))' },
  php: { program: 'php', flags: ['-r'], before: '', print: 'echo assertion_for($argv[1]);' },
  ruby: { program: 'ruby', flags: ['-e'], before: '', print: 'puts assertion_for(ARGV[0])' },
  python: { program: 'python3', flags: ['-c'], before: 'import sys\n', print: 'print(assertion_for(sys.argv[1]))' },
} as const
type Language = keyof typeof languages

const snippets = new Map([...chapter.matchAll(/```(\w+)\n([^]*?)```/g)].map(([, language, text]) => [language as Language, text!]))
const isHere = (language: Language) => spawnSync(languages[language].program, ['--version']).status === 0

async function sign(language: Language, { secret, issuer, audience }: { secret: string; issuer: string; audience: string }): Promise<string> {
  const { program, flags, before, print } = languages[language]
  const snippet = snippets.get(language)!.replace("'https://shop.example.com'", `'${issuer}'`).replace("'https://widgets.example.com'", `'${audience}'`)
  const { stdout } = await promisify(execFile)(program, [...flags, `${before}${snippet}\n${print}`, mira], {
    env: { ...process.env, ASSERTION_SECRET: secret },
  })
  return stdout.trim()
}

/** Reads the fields and values between the braces or brackets after a name, in the syntax of any of the languages. */
function fieldsOf(snippet: string, name: string): Record<string, string> {
  const [, , inside = ''] = new RegExp(`${name} = ([{[])(.*)[}\\]]`).exec(snippet) ?? []
  return Object.fromEntries(
    [...inside.matchAll(/'?(\w+)'?(?::| =>) (?:'([^']+)'|([^,]+?))(?:,|\s*$)/g)].map(([, field, text, code = '']) => [
      field!,
      text ?? code.replaceAll('$', '').trim(),
    ]),
  )
}

describe('the snippets that sign the shopper in', () => {
  test('exist in four languages, and set the same header and claims in each', () => {
    assert.deepEqual([...snippets.keys()], Object.keys(languages))
    for (const [language, snippet] of snippets) {
      const { jti, ...claims } = fieldsOf(snippet, 'claims')
      assert.deepEqual(fieldsOf(snippet, 'header'), { alg: 'HS256', typ: 'storefront-assertion+jwt', kid: 'shop' }, language)
      const addresses = { iss: 'https://shop.example.com', aud: 'https://widgets.example.com' }
      assert.deepEqual(claims, { ...addresses, sub: 'customer', iat: 'now', exp: 'now + 120' }, language)
      assert.match(jti ?? '', /uuid|random_bytes\(16\)/i, language)
      assert.match(snippet, /ASSERTION_SECRET/)
      assert.match(snippet, /hmac/i)
      assert.match(snippet, /sha256/i)
    }
  })

  test('make assertions that the proxy accepts once, in every language that this machine has', async (t) => {
    // 33 bytes need no padding in base64, 32 and 34 do. The secrets contain both letters in which base64url differs.
    const secrets = [32, 33, 34].map((length) => base64url.encode(Buffer.concat([Buffer.from([0xfb, 0xff, 0xfe]), randomBytes(length - 3)])))
    const here = [...snippets.keys()].filter(isHere)
    const missing = [...snippets.keys()].filter((language) => !isHere(language))
    if (missing.length > 0) t.diagnostic(`not on this machine: ${missing.join(', ')}`)
    assert.ok(here.includes('js'))

    for (const secret of secrets) {
      const stack = await startStack({ settings: { ASSERTION_KEYS: `shop:${secret},next:${base64url.encode(randomBytes(32))}` } })
      t.after(() => stack.stop())
      const parts = { secret, issuer: stack.origin, audience: stack.proxy }
      for (const language of here) {
        const assertion = await sign(language, parts)
        const { membership } = await stack.browser(loyalty).openSession({ assertion })
        assert.equal(membership.member?.first_name, 'Mira', language)
        await refusalOf(stack.browser(loyalty).openSession({ assertion }), 'assertion-refused')
        const { iat = 0, exp = 0, ...claims } = decodeJwt(assertion)
        assert.deepEqual([exp - iat, typeof iat, Object.keys(claims).sort()], [120, 'number', ['aud', 'iss', 'jti', 'sub']])
        assert.deepEqual(decodeProtectedHeader(assertion), { alg: 'HS256', typ: 'storefront-assertion+jwt', kid: 'shop' })
        assert.notEqual(decodeJwt(await sign(language, parts)).jti, claims.jti)
        const forged = await sign(language, { ...parts, secret: base64url.encode(randomBytes(32)) })
        await refusalOf(stack.browser(loyalty).openSession({ assertion: forged }), 'assertion-refused')
      }
    }
  })
})
