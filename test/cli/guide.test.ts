import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { freePort } from '../free-port.ts'
import { startStack, until } from '../stack.ts'
import { order } from '../conformance/stand-ins/orders.ts'
import { program } from './commands.ts'

const guide = ['proxy/README.md', 'docs/proxy/operate.md', 'docs/proxy/runbook.md'].map((page) => readFileSync(page, 'utf8')).join('\n')
const packaged = 'npx -p storefront-proxy storefront-proxy '
const blocks = [...guide.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block!)
const lines = [...new Set(blocks.flatMap((block) => block.split('\n').flatMap((line) => (line.startsWith(packaged) ? [line.replace(/\s+# .*$/, '')] : []))))]

const folder = mkdtempSync(join(tmpdir(), 'guide-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a line of the guide in an empty folder, with the built program in place of the package. */
function start(line: string, env: Record<string, string>) {
  const child = spawn(line.replace(packaged, `${[process.execPath, ...program].map((word) => `"${word}"`).join(' ')} `), {
    shell: true,
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
  })
  after(() => child.kill())
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(([[code], out, err]) => ({ code: code as number, out, err }))
  return { child, ended }
}

describe('the commands of the guide to the proxy', async () => {
  const stack = await startStack({ shop: true })
  after(() => stack.stop())
  writeFileSync(join(folder, 'orders.jsonl'), JSON.stringify(order({ shop_order_id: 'from-a-file' })))

  test('start the proxy', async () => {
    const port = String(await freePort())
    const settings = { ...stack.settings, PORT: port, PUBLIC_URL: `http://localhost:${port}`, DATA_DIR: join(folder, 'data') }
    writeFileSync(join(folder, 'proxy.env'), Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`).join('')) // prettier-ignore

    const { child, ended } = start(lines.find((line) => line.includes(' serve '))!.replace(/^/, 'exec '), {})
    const answer = await Promise.race([
      until(
        () => fetch(`http://127.0.0.1:${port}/livez`).catch(() => undefined),
        (answer) => answer !== undefined,
      ),
      // A proxy that could not start says why.
      ended.then(({ code, out, err }) => assert.fail(`ended with ${code}: ${out}${err}`)),
    ])

    assert.equal(answer!.status, 200)
    child.kill()
    await ended
  })

  for (const line of lines.filter((line) => !line.includes(' serve ')))
    test(line.replace(packaged, ''), async () => {
      const { hostname, port } = new URL(stack.operator)
      const { code, out, err } = await start(line, { ...stack.settings, OPERATOR_HOST: hostname, OPERATOR_PORT: port }).ended

      // No key was ever written into the order that the page names. The manual comes with the build.
      const fails = line.includes('order-key revoke') || (line.includes(' manual') && !existsSync('proxy/dist/manual'))
      assert.equal(code, fails ? 1 : 0, out + err)
    })
})
