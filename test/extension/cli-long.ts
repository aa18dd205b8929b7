// Builds the app for Shopify with Shopify's own command line, which needs neither an account nor a network for that, and compares its bundles with ours.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'
import { bundleExtension, readExtensions } from '../../scripts/build/extensions.ts'

/** The last version for Node 20. */
const cli = '@shopify/cli@3.94.3'
const root = fileURLToPath(new URL('../../', import.meta.url))
/** Bytes after deflate: Shopify takes 64 kB, and our budget is less. */
const budget = 20_000

const folder = mkdtempSync(join(tmpdir(), 'shopify-app-'))
try {
  for (const name of ['shops', 'src', 'package.json']) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const app = join(folder, 'shops/shopify')
  const settings = join(app, 'shopify.app.toml')
  writeFileSync(settings, readFileSync(settings, 'utf8').replace('client_id = ""', 'client_id = "0123456789"'))
  const command = ['--yes', '--package', cli, 'shopify', 'app', 'build', '--path', app, '--skip-dependencies-installation']
  execFileSync('npx', command, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, CI: '1', SHOPIFY_CLI_NO_ANALYTICS: '1' } })
  for (const [handle, targets] of readExtensions()) {
    const theirs = join(app, `extensions/${handle}/dist/${handle}.js`)
    const ours = join(folder, `${handle}.js`)
    await bundleExtension(handle, targets, ours)
    const sizes = [statSync(theirs).size, statSync(ours).size] as const
    const deflated = deflateSync(readFileSync(theirs)).length
    const isSame = Math.abs(sizes[0] - sizes[1]) < sizes[1] / 100
    console.log(`${handle}: ${sizes.join(' and ')} bytes, ${deflated} after deflate`)
    if (!isSame || deflated > budget) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
}
