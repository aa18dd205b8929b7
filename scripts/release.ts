// Turns the changesets into the next version of both packages: their version, dated changelogs, the plugin for WooCommerce, the lock file.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const shell = process.platform === 'win32'
const versionOf = (manifest: string) => (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
const npx = (...args: string[]) => execFileSync('npx', args, { stdio: 'inherit', shell })
const npm = (...args: string[]) => execFileSync('npm', args, { stdio: 'inherit', shell })

function edit(file: string, change: (text: string) => string) {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

/** Returns the address of the repository from which this clone comes, without credentials; undefined if it has none on the web. */
function readRepository(): string | undefined {
  try {
    const remote = execFileSync('git', ['remote', 'get-url', 'origin'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    const [, host, path] = /^(?:https:\/\/|ssh:\/\/)?(?:[^@/]+@)?([\w.-]+\.\w+)[:/](.+?)(?:\.git)?$/.exec(remote) ?? []
    return host && `git+https://${host}/${path}.git`
  } catch {
    return undefined
  }
}

const before = versionOf('package.json')
npx('changeset', 'version')
const version = versionOf('package.json')
if (version === before) process.exit()

// Changesets writes no dates.
const heading = `## ${version} (${new Date().toISOString().slice(0, 10)})`
for (const changelog of ['CHANGELOG.md', 'proxy/CHANGELOG.md'])
  if (existsSync(changelog)) edit(changelog, (text) => text.replace(`## ${version}\n`, `${heading}\n`))

edit('shops/woocommerce/storefront-widgets/storefront-widgets.php', (text) => text.replaceAll(before, version))
edit('shops/woocommerce/storefront-widgets/readme.txt', (text) => text.replace(`Stable tag: ${before}`, `Stable tag: ${version}`))

// The sources name no repository, because a copy of them may be published from anywhere.
const repository = readRepository()
if (repository) {
  npm('pkg', 'set', 'repository.type=git', `repository.url=${repository}`)
  npm('pkg', 'set', 'repository.type=git', `repository.url=${repository}`, 'repository.directory=proxy', '--workspace', 'storefront-proxy')
} else console.log('The remote "origin" has no address on the web: both packages stay without the field "repository".')

npm('install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund')
