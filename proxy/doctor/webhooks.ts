import type { Config } from '../config/config.ts'
import { isAt, webhookAddress } from '../loyalty-webhooks/address.ts'
import { nameOfToken } from '../loyalty-webhooks/tokens.ts'
import type { Services } from '../upstream/services.ts'
import { failed, noted, passed, type Finding, type Verdict } from './check.ts'
import { explain } from './services.ts'

interface Hooked extends Pick<Config, 'publicUrl' | 'loyaltyWebhookTokens'> {
  /** By which tokens deliveries have come, by their names, and when last; undefined where that cannot be looked up. */
  seen: () => Promise<ReadonlyMap<string, number> | undefined>
  /** How the service itself was found. */
  service: Verdict
}

const check = 'webhooks'

/** Whether the loyalty service tells the proxy of changes, and whether the proxy can tell that it is the service. */
export async function checkWebhooks({ loyalty }: Services, { publicUrl, loyaltyWebhookTokens: tokens, seen, service }: Hooked): Promise<Finding> {
  if (!loyalty) return noted(check, 'not needed without the loyalty service')
  if (service === 'failed') return noted(check, 'cannot be looked at before the loyalty service answers')
  const address = webhookAddress(publicUrl)
  let found: { webhooks: number; subscriptions: number }
  try {
    const [webhooks, subscriptions] = await Promise.all([loyalty.admin.listWebhooks({}), loyalty.admin.listSubscriptions({})])
    const ours = (all: readonly { callbackUrl: string }[]) => all.filter(({ callbackUrl }) => isAt(address, callbackUrl)).length
    found = { webhooks: ours(webhooks), subscriptions: ours(subscriptions) }
  } catch (error) {
    return explain(check, error, { prefix: 'LOYALTY', wrongKey: [401, 403] })
  }
  return judge(address, found, tokens.length) ?? tellSeen(address, tokens, found.webhooks, await seen())
}

/** What is wrong with what is registered and set; undefined where deliveries can be known. */
function judge(address: string, { webhooks, subscriptions }: { webhooks: number; subscriptions: number }, tokens: number): Finding | undefined {
  const set = `${tokens} ${tokens === 1 ? 'token is' : 'tokens are'} set`
  const register = 'Register it with "storefront-proxy webhook register", and put the token that it shows once'
  if (webhooks === 0 && subscriptions > 0)
    // A subscription has no token of its own (A53).
    return failed(check, `only subscriptions lead to ${address}, and what they send carries no token to be known by`, `${register} into LOYALTY_WEBHOOK_TOKENS`)
  if (webhooks === 0 && tokens === 0)
    return noted(
      check,
      `none is registered for ${address}, so that changes are seen up to a minute late, and redemptions when shoppers ask`,
      `${register} into LOYALTY_WEBHOOK_TOKENS`,
    )
  if (webhooks === 0) return failed(check, `${set}, but none is registered for ${address}`, `${register} in place of the one that is set`)
  if (tokens === 0)
    return failed(
      check,
      `registered for ${address}, but no token is set to know deliveries by`,
      'Put the token into LOYALTY_WEBHOOK_TOKENS; where it is lost, get another one with "storefront-proxy webhook rotate"',
    )
  if (webhooks > 1 && tokens < webhooks)
    return failed(
      check,
      `${webhooks} are registered for ${address}, and ${set}: deliveries with another one are refused`,
      'Put all their tokens into LOYALTY_WEBHOOK_TOKENS, or end the change of tokens with "storefront-proxy webhook rotate --finish"',
    )
  return undefined
}

function tellSeen(address: string, tokens: readonly string[], webhooks: number, seen: ReadonlyMap<string, number> | undefined): Finding {
  const set = `${tokens.length} ${tokens.length === 1 ? 'token is' : 'tokens are'} set`
  const times = tokens.flatMap((token) => seen?.get(nameOfToken(token)) ?? [])
  const about =
    times.length > 0
      ? `; the last delivery came at ${new Date(Math.max(...times)).toISOString()}`
      : ` (the service never shows a token again: whether it is the right one, the first delivery tells${seen ? ', and none has come yet' : ''})`
  if (webhooks === 1) return passed(check, `registered for ${address}, and ${set}${about}`)
  return noted(
    check,
    `${webhooks} are registered for ${address}, as while a token is changed; deliveries have come with ${times.length} of ${tokens.length} tokens${times.length > 0 ? about : ''}`,
    'End the change with "storefront-proxy webhook rotate --finish" once they have come with each',
  )
}
