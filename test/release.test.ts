import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, describe, test } from 'node:test'

const plugin = 'shops/woocommerce/storefront-widgets/storefront-widgets.php'
const readme = 'shops/woocommerce/storefront-widgets/readme.txt'
const files = ['package.json', 'package-lock.json', 'proxy/package.json', 'CHANGELOG.md', 'proxy/CHANGELOG.md', '.changeset/config.json', '.changeset/changelog.cjs', 'scripts/release.ts', plugin, readme] // prettier-ignore
const folder = mkdtempSync(join(tmpdir(), 'release-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const manifest = (file: string) => JSON.parse(read(file)) as { version: string; repository?: { url: string; directory?: string } }
const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: folder, stdio: 'ignore' })

/** Makes a release in a copy of the repository, whose remote has this address. */
function release(remote: string) {
  for (const file of files) cpSync(file, join(folder, file))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, '.changeset/a-change.md'), '---\nstorefront-widgets: minor\n---\n\nThe toggle has a new look.\n')
  git('init', '-q', '-b', 'main')
  git('remote', 'add', 'origin', remote)
  git('add', '.changeset')
  git('commit', '-q', '-m', 'Start')
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/release.ts'], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, npm_config_offline: 'true' },
  })
}

describe('a release', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const next = version.replace(/(\d+)\.\d+$/, (_, minor: string) => `${Number(minor) + 1}.0`)
  release('https://ada:secret@git.example.com/ada/widgets.git')

  test('gives both packages, the plugin and the lock file the same new version', () => {
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> }

    assert.deepEqual([manifest('package.json').version, manifest('proxy/package.json').version], [next, next])
    assert.deepEqual([lock.packages['']!.version, lock.packages['proxy']!.version], [next, next])
    assert.ok(read(plugin).includes(` * Version: ${next}\n`))
    assert.ok(!read(plugin).includes(version))
    assert.ok(read(readme).includes(`\nStable tag: ${next}\n`))
  })

  test('writes what changed into the changelog, under its version and date, without hashes of commits', () => {
    assert.match(
      read('CHANGELOG.md'),
      new RegExp(`^# Changelog\n\n## ${next} \\(\\d{4}-\\d\\d-\\d\\d\\)\n\n### Minor Changes\n\n- The toggle has a new look\\.\n`),
    )
  })

  test('names the repository from which the clone comes, without credentials', () => {
    assert.deepEqual(manifest('package.json').repository, { type: 'git', url: 'git+https://git.example.com/ada/widgets.git' })
    assert.deepEqual(manifest('proxy/package.json').repository, { type: 'git', url: 'git+https://git.example.com/ada/widgets.git', directory: 'proxy' })
  })
})

test('every version in the changelogs has its date', () => {
  for (const changelog of ['CHANGELOG.md', 'proxy/CHANGELOG.md'])
    for (const [heading] of readFileSync(changelog, 'utf8').matchAll(/^## .*$/gm)) assert.match(heading, /^## \d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/, changelog)
})
