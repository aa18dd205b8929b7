import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { bundleExtension, readExtensions } from '../../scripts/build/extensions.ts'

const folder = mkdtempSync(join(tmpdir(), 'extensions-'))
after(() => rmSync(folder, { recursive: true }))

/** The pages on which the extensions show. */
const targets: Record<string, string[]> = {
  'loyalty-card': ['customer-account.profile.block.render', 'customer-account.order-index.block.render'],
  'loyalty-page': ['customer-account.page.render'],
  'order-tracking': ['customer-account.order-status.block.render'],
  'thank-you': ['purchase.thank-you.block.render'],
}

describe('the bundle of a UI extension', () => {
  test('is there for each extension', () => {
    const found = Object.fromEntries([...readExtensions()].map(([handle, all]) => [handle, all.map(({ target }) => target)]))

    assert.deepEqual(found, targets)
  })

  for (const [handle, all] of readExtensions())
    test(`of ${handle} extends its targets, fits into its budget, and holds neither Lit nor texts`, async () => {
      const file = join(folder, `${handle}.js`)
      const { metafile } = await bundleExtension(handle, all, file)

      const code = readFileSync(file, 'utf8')
      for (const { target } of all) assert.ok(code.includes(`shopify.extend("${target}"`), target)
      assert.ok(deflateSync(code).length <= 20_000, `${deflateSync(code).length} bytes`)
      const sources = Object.entries(metafile.outputs).flatMap(([, { inputs }]) => Object.keys(inputs).filter((source) => inputs[source]!.bytesInOutput > 0))
      assert.deepEqual(
        sources.filter((source) => /node_modules\/(?!preact\/)|i18n\/(english|translations)\//.test(source)),
        [],
      )
    })
})
