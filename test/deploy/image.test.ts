import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { imageFolders } from '../../scripts/build/image-root.ts'
import { createClient } from '../../src/contract/client.ts'
import { protection } from '../../src/contract/protection.ts'
import { tracking } from '../../src/contract/tracking.ts'
import { merchant } from '../../proxy/merchant/merchant.ts'
import { freePort } from '../free-port.ts'
import { orderOf } from '../proxy/orders.ts'
import { questionsOf } from '../proxy/questions.ts'
import { isBuilt } from '../proxy-command.ts'
import { startStack, until } from '../stack.ts'
import { findObstacle, image, makeRoot, startIn } from './image-root.ts'

const folder = mkdtempSync(join(tmpdir(), 'image-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))
/** How often the proxy is killed. */
const kills = Math.round(Number(process.env.PROPERTIES_FACTOR ?? '1'))

/** A packed release that served one other hashed file. */
function packPrevious(): string {
  const assets = join(folder, 'previous/dist/widgets/assets')
  mkdirSync(assets, { recursive: true })
  writeFileSync(join(folder, 'previous/package.json'), '{"name":"storefront-proxy","version":"0.0.1","files":["dist"]}')
  writeFileSync(join(assets, 'toggle-of-before.js'), 'export const from = "before"\n')
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(folder, 'previous') })
  return join(folder, 'storefront-proxy-0.0.1.tgz')
}

test('the image copies what the tests run, and nothing else', () => {
  assert.deepEqual(
    image.copied,
    imageFolders.map((name) => [name, name]),
  )
  assert.equal(image.user, 65532)
})

test('the content of the image, with Node and nothing else on the file system, starts, serves, completes what it has accepted, and survives being killed', async (t) => {
  const obstacle = isBuilt() ? findObstacle() : 'the proxy is not built, so there is nothing to run: npm run build'
  if (obstacle !== undefined) return t.diagnostic(`not on this machine: ${obstacle}`)
  const root = makeRoot(packPrevious())
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const stack = await startStack()
  t.after(() => stack.stop())
  const [port, operatorPort] = [String(await freePort()), String(await freePort())]
  const baseUrl = `http://127.0.0.1:${port}`
  const settings: Record<string, string> = { ...stack.settings, PORT: port, PUBLIC_URL: baseUrl, OPERATOR_PORT: operatorPort, DATA_DIR: image.env.DATA_DIR! }

  /** Starts the image, and resolves once it is healthy by its own command. */
  async function start() {
    const child = startIn(root, image.command, settings)
    t.after(() => child.kill('SIGKILL'))
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))
    const ended = once(child, 'exit') as Promise<[number | null, string | null]>
    await until(
      () => Promise.resolve(said.match(/Server listening/g)?.length),
      (count) => count === 2 || child.exitCode !== null,
    )
    assert.equal(child.exitCode, null, said)
    return { child, ended }
  }
  const health = async () => (await once(startIn(root, image.health, settings), 'exit'))[0] as number
  const pageHeaders = { Origin: stack.origin, 'X-Storefront-Client': '1' }
  const browser = createClient(protection, { baseUrl, headers: pageHeaders })
  const backend = createClient(merchant, { baseUrl, headers: { Authorization: `Bearer ${settings.MERCHANT_API_KEYS}` } })
  const get = (path: string) => fetch(`${baseUrl}/${path}`)

  let proxy = await start()
  assert.equal(await health(), 0)
  if (process.getuid!() === 0) assert.match(readFileSync(`/proc/${proxy.child.pid}/status`, 'utf8'), /^Uid:\t65532\t65532\t/m)
  assert.equal((await get('widgets.js')).status, 200)
  assert.equal(await (await get('assets/toggle-of-before.js')).text(), 'export const from = "before"\n')
  assert.equal((await browser.quoteProtection({ cents: 6200, currency: 'USD' })).price.cents, 175)

  await stack.fault({ match: { path: '/protection' }, status: 503 })
  const ids: string[] = []
  for (let killed = 0; killed < kills; killed += 1) {
    for (let count = 0; count < 5; count += 1) ids.push((await backend.reportOrder(orderOf(`${50_000 + ids.length}`))).id)
    proxy.child.kill('SIGKILL')
    await proxy.ended
    proxy = await start()
  }
  await stack.mend()
  for (const id of ids) {
    await until(
      () => backend.getReport({ id }),
      ({ state }) => state === 'delivered',
    )
  }

  await stack.fault({ match: { path: '/track' }, hold: true })
  const held = createClient(tracking, { baseUrl, headers: pageHeaders }).trackOrder({ order_number: '#K-1002', email: 'mira@example.com' })
  await until(
    () => questionsOf(stack, 'GET /track/api/order'),
    (count) => count > 0,
  )
  proxy.child.kill('SIGTERM')
  await until(
    () =>
      get('livez').then(
        () => true,
        () => false,
      ),
    (answers) => !answers,
  )
  await stack.mend()
  assert.equal((await held).order_number, 'K-1002')
  assert.deepEqual(await proxy.ended, [0, null])
  assert.equal(await health(), 1)
  assert.ok(existsSync(join(root, 'data/store.db')))
  if (ids.length > 5) t.diagnostic(`${ids.length} reports survived ${kills} kills`)
})
