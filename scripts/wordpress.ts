// Runs the tests of the plugin for WooCommerce in a real WordPress, all or the named files. Where this machine lacks what they need, prints so and
// runs nothing. WOOCOMMERCE_DIR names a real WooCommerce to use instead of the stand-in, WORDPRESS_DIR a WordPress.
import { spawnSync } from 'node:child_process'
import { findMachine, realWooCommerce } from '../test/wordpress/machine.ts'

const machine = findMachine()
if ('missing' in machine) {
  console.log(`WordPress: not on this machine (missing: ${machine.missing.join(', ')}). CONTRIBUTING.md says how to get it.`)
  console.log('0 passed, 0 failed')
} else {
  const woocommerce = realWooCommerce ?? 'our stand-in of WooCommerce (WOOCOMMERCE_DIR names a real one)'
  console.log(`WordPress ${machine.version}, ${woocommerce}`)
  const playwright = new URL('../node_modules/@playwright/test/cli.js', import.meta.url).pathname
  const given = ['test', '--config', 'test/wordpress/playwright.config.ts', ...process.argv.slice(2)]
  process.exitCode = spawnSync(process.execPath, [playwright, ...given], { stdio: 'inherit' }).status ?? 1
}
