import type { Config } from '../config/config.ts'
import { reconciledFact, type ReconciledFacts } from '../platforms/reconcile-job.ts'
import { lostWebhooksRemedy, mayLoseWebhooks, lostWebhooksFault } from '../platforms/lost-webhooks.ts'
import type { PlatformName } from '../config/merchant-settings.ts'
import type { OpenStores } from '../background/stores.ts'
import { failed, noted, passed, type Finding } from './finding.ts'

const check = 'lost webhooks'
const hour = 3_600_000
const names: Record<PlatformName, string> = { shopify: 'Shopify', woocommerce: 'WooCommerce' }

/** Whether orders whose webhooks never came are looked for, and what was found the last time. */
export async function checkLostWebhooks(config: Config, { fact }: Pick<OpenStores, 'fact'>, now = Date.now()): Promise<Finding[]> {
  const findings: Finding[] = mayLoseWebhooks(config) ? [noted(check, lostWebhooksFault, lostWebhooksRemedy)] : []
  for (const [platform, every] of Object.entries(config.reconcileEvery) as [PlatformName, number][]) {
    const often = `orders of ${names[platform]} are looked for every ${every / hour} hours`
    const last = await fact<ReconciledFacts>(reconciledFact(platform))
    if (!last) findings.push(noted(check, `${often}; not yet since the first start`))
    else findings.push(describeLast(last, often, now - last.at > 2 * every))
  }
  return findings
}

function describeLast({ at, orders, sent }: ReconciledFacts, often: string, isLate: boolean): Finding {
  const says = `${often}; last at ${new Date(at).toISOString()}: ${orders} orders, ${sent} were missing and reported again`
  return isLate ? failed(check, says, 'See why with "storefront-proxy queue list --kind reconcile", and whether the proxy runs') : passed(check, says)
}
