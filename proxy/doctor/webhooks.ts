import type { Services } from '../upstream/services.ts'
import { failed, noted, passed, type Finding, type Verdict } from './check.ts'
import { explain } from './services.ts'

interface Hooked {
  publicUrl: string
  /** How many tokens are set. */
  tokens: number
  /** Whether this version of the proxy reads deliveries. */
  read: boolean
  /** How the service itself was found. */
  service: Verdict
}

/** Whether the loyalty service tells the proxy of changes, and whether the proxy can tell that it is the service. */
export async function checkWebhooks({ loyalty }: Services, { publicUrl, tokens, read, service }: Hooked): Promise<Finding> {
  const check = 'webhooks'
  if (!loyalty) return noted(check, 'not needed without the loyalty service')
  if (service === 'failed') return noted(check, 'cannot be looked at before the loyalty service answers')
  const address = `${publicUrl}/v1/webhooks/loyalty`
  let registered: number
  try {
    const [webhooks, subscriptions] = await Promise.all([loyalty.admin.listWebhooks({}), loyalty.admin.listSubscriptions({})])
    registered = [...webhooks, ...subscriptions].filter(({ callbackUrl }) => callbackUrl.replace(/\/$/, '') === address).length
  } catch (error) {
    return explain(check, error, { prefix: 'LOYALTY', wrongKey: [401, 403] })
  }
  const set = `${tokens} ${tokens === 1 ? 'token is' : 'tokens are'} set`
  const unread = read ? '' : '; this version does not act on deliveries, and sees changes when it next asks'
  if (registered === 0 && tokens === 0)
    return noted(
      check,
      `none is registered for ${address}${unread}`,
      read ? 'Register it with "storefront-proxy loyalty create-webhook", and put the token that it shows once in LOYALTY_WEBHOOK_TOKENS' : undefined,
    )
  if (registered === 0)
    return failed(
      check,
      `${set}, but none is registered for ${address}`,
      'Register it with "storefront-proxy loyalty create-webhook", and put its token in place of the one that is set',
    )
  if (tokens === 0)
    return failed(
      check,
      `registered for ${address}, but no token is set to know deliveries by`,
      'Put the token into LOYALTY_WEBHOOK_TOKENS; where it is lost, remove the webhook and register it again, since the service never shows a token twice',
    )
  return passed(
    check,
    `registered for ${address}, and ${set} (the service never shows a token again: whether it is the right one, the first delivery tells)${unread}`,
  )
}
