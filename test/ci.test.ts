import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'

/** Runs `.ci/run` in a folder where every command that it calls only says so. Returns what was said, and the exit code. */
function runCi(t: TestContext, { env = {}, commands = {} }: { env?: Record<string, string>; commands?: Record<string, string> }) {
  const folder = mkdtempSync(join(tmpdir(), 'ci-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const write = (path: string, script: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, path), 0o755)
  }
  cpSync('.ci/run', join(folder, '.ci/run'))
  write('test/wordpress/debian.sh', 'touch "$1"')
  write('test/deploy/promtool.sh', 'touch "$1"')
  const said = { npm: 'echo "npm $*"', 'apt-get': '', id: 'echo 0', ...commands }
  mkdirSync(join(folder, '.cache'))
  for (const [name, script] of Object.entries(said)) write(`bin/${name}`, script)
  const { stdout, status } = spawnSync(join(folder, '.ci/run'), {
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, ...env },
  })
  return {
    said: stdout.trim().split('\n'),
    status,
    isInstalled: existsSync(join(folder, '.cache/wordpress')),
    hasPromtool: existsSync(join(folder, '.cache/promtool')),
  }
}

describe('the run of every change', () => {
  test('installs WordPress and fetches promtool, then calls the command of README', (t) => {
    assert.deepEqual(runCi(t, {}), { said: ['npm ci', 'npm test'], status: 0, isInstalled: true, hasPromtool: true })
  })

  test('leaves WordPress out with WITHOUT_WORDPRESS=1, and for everybody but root', (t) => {
    const { isInstalled, hasPromtool } = runCi(t, { env: { WITHOUT_WORDPRESS: '1' } })

    assert.deepEqual([isInstalled, hasPromtool], [false, true])
    assert.equal(runCi(t, { commands: { id: 'echo 1000' } }).isInstalled, false)
  })

  test('goes on, and says so, where WordPress cannot be installed and promtool cannot be fetched', (t) => {
    const { said, status } = runCi(t, { commands: { timeout: 'exit 1' } })

    assert.deepEqual([said.toSorted(), status], [['PHP, MariaDB and WordPress were not installed', 'npm ci', 'npm test', 'promtool was not fetched'], 0])
  })

  test('fails if a test or the installation of packages fails', (t) => {
    assert.equal(runCi(t, { commands: { npm: '[ "$1" != test ]' } }).status, 1)
    assert.equal(runCi(t, { commands: { npm: '[ "$1" != ci ]' } }).status, 1)
  })
})
