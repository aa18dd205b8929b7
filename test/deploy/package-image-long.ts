// Builds the content of the image from the packed proxy by the commands of the Dockerfile, and runs it as a root directory. It needs the registry for the
// libraries.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { packPackages } from '../../scripts/build/pack.ts'
import { createClient } from '../../src/contract/client.ts'
import { protection } from '../../src/contract/protection.ts'
import { freePort } from '../free-port.ts'
import { isBuilt } from '../proxy-command.ts'
import { startStack, until } from '../stack.ts'
import { findObstacle, image, makeRoot, startIn, writePackageRoot } from './image-root.ts'

test('the image that is built from the package alone starts, serves, keeps the files of the release before, and ends', async (t) => {
  const obstacle = isBuilt() ? findObstacle() : 'the proxy is not built, so there is nothing to pack: npm run build'
  if (obstacle !== undefined) return t.diagnostic(`not on this machine: ${obstacle}`)
  const folder = mkdtempSync(join(tmpdir(), 'package-image-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const before = join(folder, 'before')
  mkdirSync(join(before, 'dist/widgets/assets'), { recursive: true })
  writeFileSync(join(before, 'package.json'), '{"name":"storefront-proxy","version":"0.0.1","files":["dist"]}')
  writeFileSync(join(before, 'dist/widgets/assets/toggle-of-before.js'), 'export const from = "before"\n')
  writeFileSync(join(before, 'dist/cli.js'), 'throw new Error("the program of the release before")\n')
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: before })
  const { proxy: RELEASE } = packPackages(folder)

  const root = makeRoot(undefined, (content) => writePackageRoot(content, { RELEASE, PREVIOUS: join(folder, 'storefront-proxy-0.0.1.tgz') }))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const stack = await startStack()
  t.after(() => stack.stop())
  const [port, operatorPort] = [String(await freePort()), String(await freePort())]
  const baseUrl = `http://127.0.0.1:${port}`
  const settings: Record<string, string> = { ...stack.settings, PORT: port, PUBLIC_URL: baseUrl, OPERATOR_PORT: operatorPort, DATA_DIR: image.env.DATA_DIR! }
  const child = startIn(root, image.command, settings)
  t.after(() => child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))
  await until(
    () => fetch(`${baseUrl}/livez`).catch(() => undefined),
    (answer) => answer !== undefined || child.exitCode !== null,
  )

  assert.equal(child.exitCode, null, said)
  const [health] = (await once(startIn(root, image.health, settings), 'exit')) as [number]
  assert.equal(health, 0)
  assert.equal((await fetch(`${baseUrl}/widgets.js`)).status, 200)
  assert.equal(await (await fetch(`${baseUrl}/assets/toggle-of-before.js`)).text(), 'export const from = "before"\n')
  const browser = createClient(protection, { baseUrl, headers: { Origin: stack.origin, 'X-Storefront-Client': '1' } })
  assert.equal((await browser.quoteProtection({ cents: 6200, currency: 'USD' })).price.cents, 175)
  assert.ok(!existsSync(join(root, 'app/proxy/node_modules/typescript')), 'no package for developers')
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})
