import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { runChecks } from '../../proxy/doctor/doctor.ts'
import { openStores } from '../../proxy/background/stores.ts'
import { readStore } from '../../proxy/store/store-settings.ts'
import { startPostgres } from '../postgres.ts'
import { runCommand } from '../cli/commands.ts'
import { startStack, type StackOptions } from '../stack.ts'

async function revocations(settings: Record<string, string>) {
  const stores = await openStores(readStore(settings))
  try {
    return (await stores.revocations()).length
  } finally {
    await stores.close()
  }
}

const stores = {
  'an embedded store': async (t: TestContext) => {
    const folder = await mkdtemp(join(tmpdir(), 'storefront-shop-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    return { DATA_DIR: folder }
  },
  'a database': async (t: TestContext) => {
    const postgres = await startPostgres()
    t.after(() => postgres.stop())
    return { DATABASE_URL: postgres.url }
  },
}

for (const [kind, open] of Object.entries(stores)) {
  const [setting] = kind === 'a database' ? ['DATABASE_URL'] : ['DATA_DIR']

  describe(`a proxy on ${kind} of another shop`, () => {
    test('does not start, and names the shop of the store and the remedy', async (t) => {
      const store = await open(t)
      const run = async (settings: Record<string, string | undefined>, options: Partial<StackOptions> = {}) => {
        const stack = await startStack({ ...options, settings: { ...store, ...settings } })
        await stack.stop()
      }
      await run({ SHOP_NAME: undefined, PUBLIC_URL: 'https://one.example' })

      for (const thread of [false, true])
        await assert.rejects(run({ SHOP_NAME: undefined, PUBLIC_URL: 'https://two.example' }, { thread }), {
          message: new RegExp(
            `${setting} names the store of the shop "https://one.example", but this proxy belongs to the shop "https://two.example".*own.*set SHOP_NAME=https://one.example`,
          ),
        })

      // The same shop under another address, with other keys, and one more instance of it.
      const keys = `later:${Buffer.alloc(32, 7).toString('base64url')}`
      await run({ SHOP_NAME: 'https://one.example', PUBLIC_URL: 'https://two.example', SESSION_KEYS: keys })
      await run({ SHOP_NAME: undefined, PUBLIC_URL: 'https://one.example' })
    })

    test('fails the check of doctor, and commands change nothing in the store', async (t) => {
      const store = await open(t)
      const stack = await startStack({ settings: { ...store, SHOP_NAME: 'one' } })
      t.after(() => stack.stop())
      const others = new RegExp(`${setting} names the store of the shop "one", but this proxy belongs to the shop "two"`)
      const revoke = (env: Record<string, string>) => runCommand(['session', 'revoke', '--customer', '42'], { ...stack.settings, ...env })

      const finding = (await runChecks({ ...stack.settings, SHOP_NAME: 'two' })).find(({ check }) => check === 'store')
      const refused = await revoke({ SHOP_NAME: 'two' })
      const unnamed = await revoke({ SHOP_NAME: '', PUBLIC_URL: 'http://two.example' })
      const before = await revocations(stack.settings)
      const done = await revoke({})

      assert.equal(finding?.verdict, 'failed')
      assert.match(finding.says, others)
      assert.match(finding.says, /set SHOP_NAME=one/)
      assert.notEqual(refused.code, 0)
      assert.match(refused.err.replace(/\s+/g, ' '), others)
      assert.notEqual(unnamed.code, 0)
      assert.equal(before, 0)
      assert.equal(done.code, 0, done.err)
      assert.equal(await revocations(stack.settings), 1)
    })
  })
}
