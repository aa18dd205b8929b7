import type { Config } from '../config/config.ts'
import { isAt, webhookAddress } from '../loyalty-webhooks/address.ts'
import { nameOfToken } from '../loyalty-webhooks/webhook-tokens.ts'
import type { Services } from '../upstream/services.ts'
import { failed, noted, passed, type Finding, type Verdict } from './finding.ts'
import { explain } from './service-checks.ts'

interface WebhookSetup extends Pick<Config, 'publicUrl' | 'loyaltyWebhookTokens'> {
  /** By which tokens deliveries have come, by their names, and when last; undefined where that cannot be looked up. */
  seen: () => Promise<ReadonlyMap<string, number> | undefined>
  /** How the service itself was found. */
  service: Verdict
}

const check = 'webhooks'

/** Whether the loyalty service tells the proxy of changes, and whether the proxy can tell that it is the service. */
export async function checkWebhooks({ loyalty }: Services, { publicUrl, loyaltyWebhookTokens: tokens, seen, service }: WebhookSetup): Promise<Finding> {
  if (!loyalty) return noted(check, 'not needed without the loyalty service')
  if (service === 'failed') return noted(check, 'not checked: the loyalty service has to answer first')
  const address = webhookAddress(publicUrl)
  let found: { webhooks: number; subscriptions: number }
  try {
    const [webhooks, subscriptions] = await Promise.all([loyalty.admin.listWebhooks({}), loyalty.admin.listSubscriptions({})])
    const ours = (all: readonly { callbackUrl: string }[]) => all.filter(({ callbackUrl }) => isAt(address, callbackUrl)).length
    found = { webhooks: ours(webhooks), subscriptions: ours(subscriptions) }
  } catch (error) {
    return explain(check, error, { prefix: 'LOYALTY', wrongKey: [401, 403] })
  }
  return findFault(address, found, tokens.length) ?? describeDeliveries(address, tokens, found.webhooks, await seen())
}

/** The fault of the registrations or of the settings; undefined if deliveries can be verified. */
function findFault(address: string, { webhooks, subscriptions }: { webhooks: number; subscriptions: number }, tokens: number): Finding | undefined {
  const set = `${tokens} ${tokens === 1 ? 'token is' : 'tokens are'} set`
  const register = 'Register it with "storefront-proxy webhook register", and put the token, which is shown once,'
  if (webhooks === 0 && subscriptions > 0)
    // A subscription has no token of its own (A53).
    return failed(check, `only subscriptions lead to ${address}, whose deliveries carry no token`, `${register} into LOYALTY_WEBHOOK_TOKENS`)
  if (webhooks === 0 && tokens === 0)
    return noted(
      check,
      `none is registered for ${address}, so changes are seen up to a minute late, and redemptions when a shopper looks`,
      `${register} into LOYALTY_WEBHOOK_TOKENS`,
    )
  if (webhooks === 0) return failed(check, `${set}, but none is registered for ${address}`, `${register} instead of the token that is set`)
  if (tokens === 0)
    return failed(
      check,
      `registered for ${address}, but no token is set that deliveries could carry`,
      'Put the token into LOYALTY_WEBHOOK_TOKENS; if it is lost, create another with "storefront-proxy webhook rotate"',
    )
  if (webhooks > 1 && tokens < webhooks)
    return failed(
      check,
      `${webhooks} are registered for ${address}, and ${set}: deliveries with another token are refused`,
      'Put all their tokens into LOYALTY_WEBHOOK_TOKENS, or finish the rotation with "storefront-proxy webhook rotate --finish"',
    )
  return undefined
}

function describeDeliveries(address: string, tokens: readonly string[], webhooks: number, seen: ReadonlyMap<string, number> | undefined): Finding {
  const set = `${tokens.length} ${tokens.length === 1 ? 'token is' : 'tokens are'} set`
  const times = tokens.flatMap((token) => seen?.get(nameOfToken(token)) ?? [])
  const about =
    times.length > 0
      ? `; the last delivery came at ${new Date(Math.max(...times)).toISOString()}`
      : ` (the first delivery shows whether the token is right${seen ? '; none has come yet' : ''})`
  if (webhooks === 1) return passed(check, `registered for ${address}, and ${set}${about}`)
  return noted(
    check,
    `${webhooks} are registered for ${address}, as during a rotation; deliveries have come with ${times.length} of ${tokens.length} tokens${times.length > 0 ? about : ''}`,
    'Finish with "storefront-proxy webhook rotate --finish" once deliveries have come with each',
  )
}
