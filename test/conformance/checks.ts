import type { Check } from './check.ts'
import { cancellationChecks } from './checks/cancellation.ts'
import { claimChecks } from './checks/claims.ts'
import { creditChecks } from './checks/credits.ts'
import { eventChecks } from './checks/events.ts'
import { forwardingChecks } from './checks/forwarding.ts'
import { loyaltyFrameChecks } from './checks/loyalty-frame.ts'
import { memberListChecks } from './checks/member-list.ts'
import { memberChecks } from './checks/members.ts'
import { merchantChecks } from './checks/merchant.ts'
import { namingChecks } from './checks/namings.ts'
import { orderFieldChecks } from './checks/order-fields.ts'
import { orderChecks } from './checks/orders.ts'
import { protectionFrameChecks } from './checks/protection-frame.ts'
import { quoteChecks } from './checks/quotes.ts'
import { redemptionChecks } from './checks/redemption.ts'
import { sameRecordChecks } from './checks/same-records.ts'
import { shipmentChecks } from './checks/shipments.ts'
import { spendChecks } from './checks/spend.ts'
import { storefrontChecks } from './checks/storefront.ts'
import { tierChecks } from './checks/tiers.ts'
import { trackChecks } from './checks/track.ts'
import { twoMerchantChecks } from './checks/two-merchants.ts'
import { webhookChecks } from './checks/webhooks.ts'

/** Every check, by the file that holds it. */
export const checksByFile = {
  'loyalty-frame': loyaltyFrameChecks,
  members: memberChecks,
  'member-list': memberListChecks,
  cancellation: cancellationChecks,
  credits: creditChecks,
  redemption: redemptionChecks,
  forwarding: forwardingChecks,
  spend: spendChecks,
  tiers: tierChecks,
  merchant: merchantChecks,
  storefront: storefrontChecks,
  'same-records': sameRecordChecks,
  webhooks: webhookChecks,
  events: eventChecks,
  'protection-frame': protectionFrameChecks,
  quotes: quoteChecks,
  orders: orderChecks,
  'order-fields': orderFieldChecks,
  shipments: shipmentChecks,
  namings: namingChecks,
  track: trackChecks,
  claims: claimChecks,
  'two-merchants': twoMerchantChecks,
} as const satisfies Record<string, readonly Check[]>

/** Every check. */
export const checks: readonly Check[] = Object.values(checksByFile).flat()
