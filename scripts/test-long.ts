// Runs the property tests at their full counts, which `npm test` runs in a short form, and the tests that are too long for `npm test`.
import { spawnSync } from 'node:child_process'

/** The factor by which each count is larger than in the short form. */
const long = [
  // 12,000 histories of carts.
  { factor: 80, files: ['test/protection/histories.test.ts'] },
  // 1,000 orders of each kind, reported in any order.
  { factor: 10, files: ['test/reports/permutations.test.ts'] },
  // 1,000 redemptions on each store.
  { factor: 34, files: ['test/proxy/redemption-kill.test.ts'] },
  // 2,000 webhooks of both platforms.
  { factor: 25, files: ['test/jobs/deliveries.test.ts'] },
  // 10,000 deliveries at once, and a ledger of 100,000 entries.
  { factor: 10, files: ['test/loyalty-webhooks/webhook.test.ts', 'test/loyalty-webhooks/one-answer.test.ts'] },
  // 20,000 orders with hostile lines.
  { factor: 58, files: ['test/platforms/refund-bounds.test.ts'] },
  // 50,000 guesses.
  { factor: 31.25, files: ['test/proxy/enumeration.test.ts'] },
  // A ledger of 100,000 entries on the command line.
  { factor: 4, files: ['test/cli/walk.test.ts'] },
  // 20,000 requests to each server.
  { factor: 160, files: ['test/properties/requests.test.ts'] },
  { factor: 40, files: ['values', 'round-trip', 'refusals', 'merchants'].map((name) => `test/properties/${name}.test.ts`) },
  { factor: 20, files: ['test/properties/stored.test.ts'] },
  // 12,000 spoilt webhooks of each kind, and 90,000 webhooks with a strange field.
  { factor: 30, files: ['stored-fields', 'mapping', 'signature'].map((name) => `test/platforms/${name}.test.ts`) },
  // 10,200 requests to the console.
  { factor: 34, files: ['test/console/fuzz-long.ts'] },
  // 10,200 guesses of keys of orders.
  { factor: 17, files: ['test/extension/guesses.test.ts'] },
  // 400 orders whose keys are written by proxies that are killed, on each store.
  { factor: 10, files: ['test/extension/key-kill.test.ts'] },
  // The commands of the guide of the image, from an empty directory to a protected order.
  { factor: 1, files: ['test/deploy/guide-long.ts'] },
  // The image that is built from the packed proxy.
  { factor: 1, files: ['test/deploy/package-image-long.ts'] },
  // 30 kills of the content of the image.
  { factor: 30, files: ['test/deploy/image.test.ts'] },
  // Five minutes in which the token of Shopify ends every 30 seconds.
  { factor: 50, files: ['test/platforms/token-run.test.ts'] },
]

const failed = long.filter(({ factor, files }) => {
  console.log(`\n── ${files.join(' ')}, ${factor} times as often`)
  const given = ['--import', 'tsx', 'scripts/node-tests.ts', ...files]
  const { status } = spawnSync(process.execPath, given, { stdio: 'inherit', env: { ...process.env, PROPERTIES_FACTOR: String(factor) } })
  return status !== 0
})
console.log('\n── a proxy that is killed 100 times, on each store')
const kills = spawnSync(process.execPath, ['--import', 'tsx', 'test/jobs/kill-long.ts', '--kills', '100'], { stdio: 'inherit' })
console.log('\n── every state of each widget, on every screen and in every language')
const sweeps = ['states', 'preview', 'loyalty-late', 'tracking-still', 'hostile', 'console', 'shopify', 'performance']
const states = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/journeys.ts', ...sweeps], {
  stdio: 'inherit',
  env: { ...process.env, PROPERTIES_FACTOR: '1' },
})
console.log('\n── the app for Shopify, built by Shopify’s own command line')
const build = spawnSync(process.execPath, ['--import', 'tsx', 'test/extension/cli-long.ts'], { stdio: 'inherit' })
console.log('\n── two instances that are restarted 20 times each, under load')
const rolling = spawnSync(process.execPath, ['--import', 'tsx', 'test/deploy/rolling-long.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PROPERTIES_FACTOR: '20' },
})
console.log('\n── the packed proxy with npx in an empty directory')
const npx = spawnSync(process.execPath, ['--import', 'tsx', 'test/deploy/npx-long.ts'], { stdio: 'inherit' })
console.log('\n── 300 orders of WooCommerce while the proxy is killed and absent, with webhooks and without')
const woocommerce = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/wordpress.ts', 'orders'], {
  stdio: 'inherit',
  env: { ...process.env, PROPERTIES_FACTOR: '25' },
})
process.exitCode = failed.length > 0 || [kills, states, build, rolling, npx, woocommerce].some(({ status }) => status !== 0) ? 1 : 0
