import { useEffect, useState } from 'preact/hooks'
import { createClient } from '../../../src/contract/client.ts'
import { extensionMembers } from '../../../src/contract/extension.ts'
import { fill } from '../../../src/i18n/localize.ts'
import { formatMoney, type Money } from '../../../src/money.ts'
import type { OrderView } from './order-view.ts'
import type { Surface } from './surface.ts'

interface EarnedOptions {
  shopify: Pick<Surface, 'sessionToken'>
  proxy: string
  /** The id of the order at the shop. */
  order: string
  view: OrderView
}

/** The credits that the customer has earned with an order. Only for a page whose customer is signed in. */
export function Earned({ shopify, proxy, order, view: { words, lang } }: EarnedOptions) {
  const [earned, setEarned] = useState<Money>()
  useEffect(() => {
    // Not worth an error: the order is what the page is about.
    readEarned(proxy, () => shopify.sessionToken.get(), order).then(setEarned, () => undefined)
  }, [])
  return earned && earned.cents > 0 ? (
    <s-grid gridTemplateColumns="auto 1fr" gap="small" alignItems="center">
      <s-icon type="star" tone="info" />
      <s-text>{fill(words.earned_here, { amount: formatMoney(earned, lang) })}</s-text>
    </s-grid>
  ) : null
}

/** How many entries of the history are read at most for an order that is not among the latest. */
const depth = 100

/** The sum of what an order has given, less what was taken back, such as for a return; undefined if the history has nothing about it. */
async function readEarned(baseUrl: string, sessionToken: () => Promise<string>, order: string): Promise<Money | undefined> {
  const clientWith = (token: string) => createClient(extensionMembers, { baseUrl, headers: { Authorization: `Bearer ${token}` } })
  const { token, membership } = await clientWith(await sessionToken()).openSession({})
  if (!membership.member) return undefined
  const { entries, next } = membership.credits
  // The first page may have been too late for the session.
  const isMore = !!next || membership.unavailable.includes('credits')
  const isAbout = ({ order_id, reason }: { order_id?: string | undefined; reason: string }) => order_id === order && reason !== 'REDEMPTION'
  let found = entries.filter(isAbout)
  if (!found.length && isMore) found = (await clientWith(token).listCredits({ ...(next && { cursor: next }), limit: depth })).entries.filter(isAbout)
  const [first] = found
  return first && { currency: first.amount.currency, cents: found.reduce((sum, { amount }) => sum + amount.cents, 0) }
}
