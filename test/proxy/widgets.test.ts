import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { request } from 'undici'
import { readSettings } from '../../demo/settings.ts'
import { buildApp, type App } from '../../proxy/app.ts'
import { readConfig } from '../../proxy/config/config.ts'

const entry = 'export const entry = "widgets"'
const asset = 'export const asset = "protection"'

describe('the widgets’ files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'widgets-'))
  let parts: App
  let proxy: string
  before(async () => {
    mkdirSync(join(folder, 'assets'))
    mkdirSync(join(folder, '.vite'))
    for (const [name, text] of [
      ['widgets.js', entry],
      ['assets/protection-Ab12Cd34.js', asset],
    ] as const) {
      writeFileSync(join(folder, name), text)
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
    }
    writeFileSync(join(folder, '.vite/manifest.json'), '{}')
    parts = await buildApp(readConfig({ ...readSettings({}), DATA_DIR: join(folder, 'data') }), { widgets: folder, log: { write: () => {} } })
    proxy = await parts.app.listen({ port: 0, host: '127.0.0.1' })
  })
  after(async () => {
    await parts.app.close()
    await parts.operator.close()
    rmSync(folder, { recursive: true })
  })

  test('are open to all origins; the entry is cached for a minute and hashed files for ever', async () => {
    const [first, second] = await Promise.all(
      ['/widgets.js', '/assets/protection-Ab12Cd34.js'].map((path) => fetch(proxy + path, { headers: { Origin: 'https://anywhere.example' } })),
    )

    for (const answer of [first!, second!]) {
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      assert.match(answer.headers.get('content-type') ?? '', /javascript/)
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin')
    }
    assert.match(first!.headers.get('cache-control') ?? '', /^public, max-age=60, stale-while-revalidate=\d+$/)
    assert.match(second!.headers.get('cache-control') ?? '', /max-age=31536000, immutable/)
    assert.deepEqual([await first!.text(), await second!.text()], [entry, asset])
  })

  test('are sent compressed to browsers that accept that, and plain to others', async () => {
    const [small, plain] = await Promise.all(['br', 'identity'].map((encoding) => fetch(`${proxy}/widgets.js`, { headers: { 'Accept-Encoding': encoding } })))

    assert.equal(small!.headers.get('content-encoding'), 'br')
    assert.equal(plain!.headers.get('content-encoding'), null)
    assert.match(small!.headers.get('vary') ?? '', /accept-encoding/i)
    assert.deepEqual([await small!.text(), await plain!.text()], [entry, entry])
  })

  test('are not sent again while they have not changed', async () => {
    const first = await fetch(`${proxy}/widgets.js`)
    // `fetch` would add `Cache-Control: no-cache`, which requests the file regardless of its tag.
    const again = await request(`${proxy}/widgets.js`, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } })
    await again.body.dump()

    assert.equal(again.statusCode, 304)
  })

  for (const [path, status] of [
    ['/assets/', 404],
    ['/assets', 404],
    ['/.vite/manifest.json', 404],
    ['/widgets.js.br', 404],
    ['/assets/none-00000000.js', 404],
    ['/assets/%2e%2e/%2e%2e/package.json', 404],
    ['/assets/..%5c..%5cpackage.json', 400],
    ['/index.html', 404],
  ] as const) {
    test(`are the only files that are served: nothing at ${path}`, async () => {
      assert.equal((await fetch(proxy + path)).status, status)
    })
  }

  test('come with the licences of their dependencies', async () => {
    writeFileSync(join(folder, 'LICENSES.txt'), 'lit 3.3.3 (BSD-3-Clause)')

    const answer = await fetch(`${proxy}/LICENSES.txt`)

    assert.deepEqual([answer.status, await answer.text()], [200, 'lit 3.3.3 (BSD-3-Clause)'])
  })

  test('of a release that is added while the proxy runs are served, too', async () => {
    writeFileSync(join(folder, 'assets/protection-New00000.js'), 'export {}')

    const answer = await fetch(`${proxy}/assets/protection-New00000.js`)

    assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, '*'])
  })
})
