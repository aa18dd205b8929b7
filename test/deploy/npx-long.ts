// Runs the packed proxy with npx in an empty directory, with a home of its own, so that nothing but Node and the registry is there. It is too long for
// `npm test`, and needs the registry for the libraries.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { packPackages } from '../../scripts/build/pack.ts'
import { freePort } from '../free-port.ts'
import { startStack, until } from '../stack.ts'

const folder = mkdtempSync(join(tmpdir(), 'npx-'))
const tarballs = mkdtempSync(join(tmpdir(), 'npx-tarballs-'))
const stack = await startStack()
try {
  const { proxy: tarball } = packPackages(tarballs)
  const port = String(await freePort())
  const settings = {
    ...stack.settings,
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    OPERATOR_PORT: '',
    CONSOLE_TOKENS: '',
    DATA_DIR: join(folder, 'data'),
  }
  writeFileSync(join(folder, 'proxy.env'), Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`).join('')) // prettier-ignore
  // The registry and its access are those of the user; all else is new.
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_cache: join(folder, '.npm'),
    npm_config_userconfig: process.env.npm_config_userconfig ?? join(process.env.HOME ?? '', '.npmrc'),
  }
  const run = (...words: string[]) =>
    spawn('npx', ['--yes', '-p', tarball, 'storefront-proxy', ...words, '--settings', 'proxy.env'], { cwd: folder, env, detached: true })

  const child = run('serve')
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const answer = await Promise.race([
    until(
      () => fetch(`http://127.0.0.1:${port}/widgets.js`).catch(() => undefined),
      (found) => found !== undefined,
      300,
    ),
    ended.then((how) => assert.fail(`it ended: ${how.join(' ')}`)),
  ])
  assert.equal(answer!.status, 200)
  const health = run('health')
  const [said, [code]] = await Promise.all([text(health.stdout), once(health, 'exit') as Promise<[number]>])
  assert.deepEqual([code, said], [0, '{"status":"alive"}\n'])
  // npx passes no signal on, so its whole group gets it.
  process.kill(-child.pid!, 'SIGTERM')
  await ended
  console.log('npx runs the packed proxy in an empty directory')
} finally {
  await stack.stop()
  for (const one of [folder, tarballs]) rmSync(one, { recursive: true, force: true })
}
