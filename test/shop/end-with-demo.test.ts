import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort } from '../free-port.ts'
import { until } from '../until.ts'

const partFile = new URL('../../demo/part.ts', import.meta.url).href
const serverOf = (port: number) => `import { createServer } from 'node:http'\ncreateServer((_, answer) => answer.end()).listen(${port})\n`
const demoOf = (server: string, address: string) => `
  import { Part } from '${partFile}'
  await new Part('part', ['${server}'], {}, '${address}').start()
  console.log('started')
  setInterval(() => {}, 1000)
`

test('a part of the demo ends with the demo, even if the demo is killed, so its port is free', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-demo-'))
  const port = await freePort()
  const address = `http://localhost:${port}`
  const [server, demo] = [join(folder, 'server.mjs'), join(folder, 'demo.mjs')]
  await writeFile(server, serverOf(port))
  await writeFile(demo, demoOf(server, address))
  const responds = () =>
    fetch(address).then(
      () => true,
      () => false,
    )

  const program = spawn(process.execPath, ['--import', 'tsx', demo], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(program.stdout, 'data')
  assert.equal(await responds(), true)
  program.kill('SIGKILL')
  await once(program, 'exit')

  await until(responds, (isThere) => !isThere, 10)
  await rm(folder, { recursive: true })
})
