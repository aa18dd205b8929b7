import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { freePort } from '../free-port.ts'
import { isBuilt } from '../proxy-command.ts'
import { startStack } from '../stack.ts'
import { confined, findObstacle, image, makeRoot } from './image-root.ts'

const [, section = ''] = /^## From an empty directory to a protected order\n([^]*?)^## /m.exec(readFileSync('docs/proxy/deploy.md', 'utf8')) ?? []
const blocks = [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block!)

const quoted = (words: readonly string[]) => words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')

/** Takes the place of the container engine: the content of the image as a root directory, with the settings of the file and those of the image. */
const docker = (root: string) => `
inside() { exec env -i PATH="$PATH" ${quoted(Object.entries(image.env).map(([name, value]) => `${name}=${value}`))} $(cat "$file") ${quoted(confined(root))} "$@"; }
docker() {
  case $1 in
    build) ;;
    run) while [ "$1" != storefront-proxy ] || [ $# -gt 1 ]; do [ "$1" = --env-file ] && file=$PWD/$2; shift; done
      inside ${quoted(image.command)} >> log 2>&1 & pid=$! ;;
    exec) shift 2; (inside "$@") ;;
    stop) kill -TERM $pid; wait $pid ;;
  esac
}
trap 'kill -KILL $pid 2> /dev/null || true' EXIT
`

test('the commands of the guide lead from an empty directory to a protected order', async (t) => {
  const missing = ['bash', 'curl', 'openssl'].filter((program) => spawnSync(program, ['--version']).error)
  const obstacle = missing.length > 0 ? missing.join(', ') : isBuilt() ? findObstacle() : 'the proxy is not built, so there is nothing to run: npm run build'
  if (obstacle !== undefined) return t.diagnostic(`not on this machine: ${obstacle}`)
  const root = makeRoot()
  const folder = mkdtempSync(join(tmpdir(), 'deploy-guide-'))
  t.after(() => [root, folder].forEach((one) => rmSync(one, { recursive: true, force: true })))
  const stack = await startStack()
  t.after(() => stack.stop())
  const [port, operatorPort] = [String(await freePort()), String(await freePort())]
  const own = { PORT: port, OPERATOR_PORT: operatorPort }
  const script = [docker(root), ...blocks].join('\n').replaceAll('localhost:4101', `localhost:${port}`).replaceAll('http://localhost:4102', stack.services)
  writeFileSync(join(folder, 'guide.sh'), script.replace('chmod 600', `${Object.entries(own).map(([name, value]) => `echo ${name}=${value} >> proxy.env`).join('\n')}\nchmod 600`)) // prettier-ignore

  const child = spawn('bash', ['-eu', 'guide.sh'], { cwd: folder, env: { PATH: process.env.PATH }, timeout: 400_000 })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit') as Promise<[number]>])
  const log = () => readFileSync(join(folder, 'storefront/log'), 'utf8')

  assert.equal(code, 0, out + err + log())
  assert.match(out, /"state":"delivered"/)
  assert.match(out, /^shop http:\/\/localhost:\d+, version \d+, \d+ bytes, jobs: 1 delivered$/m)
  const { orders } = await stack.state<{ orders: { shop_order_id: string; is_protected: boolean }[] }>('orders')
  assert.equal(orders.find(({ shop_order_id }) => shop_order_id === '1001')?.is_protected, true)
})
