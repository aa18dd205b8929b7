import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { startPostgres } from '../postgres.ts'
import { startStack, type StackOptions } from '../stack.ts'

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
    test('does not start, and says which shop has it and what to do', async (t) => {
      const store = await open(t)
      const run = async (settings: Record<string, string | undefined>, options: Partial<StackOptions> = {}) => {
        const stack = await startStack({ ...options, settings: { ...store, ...settings } })
        await stack.stop()
      }
      await run({ SHOP_NAME: undefined, PUBLIC_URL: 'https://one.example' })

      for (const thread of [false, true])
        await assert.rejects(run({ SHOP_NAME: undefined, PUBLIC_URL: 'https://two.example' }, { thread }), {
          message: new RegExp(
            `${setting} names the store of the shop "https://one.example", and this proxy is of the shop "https://two.example".*own.*set SHOP_NAME=https://one.example`,
          ),
        })

      // The same shop under another address, with other keys, and one more instance of it.
      const keys = `later:${Buffer.alloc(32, 7).toString('base64url')}`
      await run({ SHOP_NAME: 'https://one.example', PUBLIC_URL: 'https://two.example', SESSION_KEYS: keys })
      await run({ SHOP_NAME: undefined, PUBLIC_URL: 'https://one.example' })
    })
  })
}
