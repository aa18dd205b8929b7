import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSettings } from '../../demo/settings.ts'
import { readConfig } from '../../proxy/config/config.ts'
import { createSealer } from '../../proxy/identity/seal.ts'
import { runCommand } from './commands.ts'

const demo = readSettings({})
const rotate = (setting: string, value: string) => runCommand(['keys', 'rotate', setting], { [setting]: value })

describe('storefront-proxy keys', () => {
  test('walks through the change of the session key, and at no step a token is refused by any instance', async () => {
    const ring = (SESSION_KEYS: string) => createSealer(readConfig({ ...demo, SESSION_KEYS }).sessionKeys, demo.PUBLIC_URL!)
    const old = `2025-11:${'b2xkLW9sZC1vbGQtb2xkLW9sZC1vbGQtb2xkLW9sZC0'}`

    const first = await rotate('SESSION_KEYS', old)
    const made = first.out.trim()
    const second = await rotate('SESSION_KEYS', `${old},${made}`)
    const third = await rotate('SESSION_KEYS', `${made},${old}`)

    assert.match(made, /^\d{4}-\d\d-\d\d:[\w-]{43}$/)
    assert.match(first.err, /^SESSION_KEYS, step 1 of 3:\n {2}Add the new key at the end of SESSION_KEYS/)
    assert.match(second.err, new RegExp(`step 2 of 3:\\n {2}Move the new key \\("${made.split(':')[0]}"\\) to the front`))
    assert.match(third.err, /step 3 of 3:[^]*Then remove the old key \("2025-11"\)/)
    assert.match(first.err, /Then run this again/)
    assert.match(second.err, /Then run this again/)
    assert.match(third.err, /That was the last step: the change is then complete\.\n$/)
    assert.doesNotMatch(third.err, /run this again/)
    assert.doesNotMatch(first.err + second.out + second.err + third.out + third.err, new RegExp(made.split(':')[1]!))
    // During each step, instances of before and after it run side by side.
    const values = [old, `${old},${made}`, `${made},${old}`].map(ring)
    for (const [index, before] of values.slice(0, -1).entries())
      for (const [from, to] of [
        [before, values[index + 1]!],
        [values[index + 1]!, before],
      ] as const)
        // prettier-ignore
        assert.equal((await to.open<{ sub: string }>('session', await from.seal('session', { sub: 'ada' })))?.sub, 'ada')
  })

  test('lists what there is without a key, and refuses a setting that it does not know or that is not set', async () => {
    const listed = await runCommand(['keys', 'list'], demo)
    const [unknown, unset] = await Promise.all([rotate('PORT', '1'), runCommand(['keys', 'rotate', 'SESSION_KEYS'], {})])

    assert.equal(listed.code, 0, listed.err)
    assert.match(listed.out, /^SESSION_KEYS +1 +demo-1 /m)
    for (const value of [demo.SESSION_KEYS!.split(':')[1]!, demo.MERCHANT_API_KEYS!]) assert.ok(!listed.out.includes(value))
    assert.deepEqual([unknown.code, unset.code], [2, 2])
    assert.match(unset.err, /SESSION_KEYS is not set/)
  })
})
