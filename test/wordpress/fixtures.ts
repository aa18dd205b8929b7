import { expect, test as base } from '@playwright/test'
import { startStack, type Stack } from '../stack.ts'
import { findMachine } from './machine.ts'
import { Site } from './site.ts'

export { expect }

/** The secrets that the plugin and the proxy share in these tests. */
export const webhookSecret = 'test-webhook-secret-public-and-worthless'

interface Shared {
  /** The shop, with the plugin active. */
  site: Site
  /** The real proxy between the shop and the stand-in services. */
  stack: Stack
}

/** The constants in `wp-config.php` that connect the plugin with this proxy. */
export const connectTo = ({ proxy, settings }: Pick<Stack, 'proxy' | 'settings'>) => ({
  STOREFRONT_PROXY_URL: proxy,
  STOREFRONT_MERCHANT_KEY: settings.MERCHANT_API_KEYS,
  STOREFRONT_ASSERTION_KEY: settings.ASSERTION_KEYS,
  STOREFRONT_WEBHOOK_SECRET: webhookSecret,
})

/** Tests of one worker share a shop and a proxy. A test that changes either changes it back. */
export const test = base.extend<{ quiet: void }, Shared & { bare: Site }>({
  bare: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const machine = findMachine()
      if ('missing' in machine) throw new Error(`Missing on this machine: ${machine.missing.join(', ')}`)
      const site = await Site.start(machine)
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  stack: [
    async ({ bare }, use) => {
      const stack = await startStack({ origins: [bare.url], settings: { WOOCOMMERCE_SECRETS: webhookSecret } })
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  site: [
    async ({ bare, stack }, use) => {
      bare.configure(connectTo(stack))
      await bare.activate()
      await use(bare)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  // PHP of the plugin logs nothing: a warning in a shop's log is a fault.
  quiet: [
    async ({ site }, use) => {
      site.clearLog()
      await use()
      const ours = site.log
        .split('\n')
        .filter((line) => /PHP (Fatal|Parse|Warning|Notice|Deprecated)|storefront-widgets/.test(line) && !/WordPress\.org|wp-includes\/ms-/.test(line))
      expect(ours).toEqual([])
    },
    { auto: true },
  ],
})
