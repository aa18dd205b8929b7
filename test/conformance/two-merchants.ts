import { catalogue } from '../../proxy/upstream/catalogue.ts'
import type { Account } from './account.ts'
import type { Answer } from './answer.ts'
import { accepted } from './expect.ts'
import { tiersOf } from './loyalty-records.ts'
import { withCredits } from './members.ts'
import { event, line, money, order, orderUpdate, reportProtected, ship, shipment, type Body } from './orders.ts'
import { register, subscribe } from './webhooks.ts'

/** The families that a merchant calls; claims are called by the service, at an address that belongs to one merchant. */
export const families = ['loyalty', 'loyaltyStorefront', 'protection', 'track'] as const
export type FamilyName = (typeof families)[number]

/** What one merchant has, as far as an operation can name it. */
export interface Belongings {
  /** Stands in every text that is theirs. */
  marker: string
  /** The name by which the service knows them. */
  merchantId: string
  customerId: string
  tierId: string
  /** A benefit of that tier, and one of the merchant's own. */
  tierBenefit: string
  benefit: string
  webhookId: string
  subscriptionId: string
  callbackUrl: string
  orderId: string
  orderNumber: string
  email: string
  shipmentId: string
  trackingNumber: string
  quoteToken: unknown
}

/** Makes what there is to keep apart, each with its owner's mark; the merchant's benefits carry it only where that is asked for. */
export async function furnish(account: Account, { marksBenefits }: { marksBenefits: boolean }): Promise<Belongings> {
  const { loyalty, protection } = account
  const marker = `mark${crypto.randomUUID().replaceAll('-', '')}`
  const customerId = await withCredits(account, 5)
  accepted(await loyalty('POST', `/v2.0/admin/members/${customerId}/credits`, { body: { amount: 1, note: marker } }))
  const member = { firstName: marker, lastName: marker, notes: marker, phoneNumber: '+12705550100' }
  accepted(await loyalty('PATCH', `/v2.0/admin/members/${customerId}`, { body: member }))

  const tiers = (await tiersOf(account)).reverse()
  const lists = await Promise.all(tiers.map(async ({ id }) => accepted(await loyalty('GET', `/v2.0/admin/tiers/${id}/benefits`)).list()))
  const index = lists.findIndex((list) => list.length > 0)
  const tierId = tiers[index]?.id ?? ''
  const tierBenefit = String(lists[index]?.at(-1)?.type)
  const benefit = String(
    accepted(await loyalty('GET', '/v2.0/admin/benefits'))
      .list()
      .at(-1)?.type,
  )
  accepted(await loyalty('POST', `/v2.0/admin/members/${customerId}/change-tier`, { body: { tierId } }))
  if (marksBenefits) for (const path of benefitPaths({ tierId, tierBenefit, benefit })) await mark(account, path, marker)

  const { id: webhookId, url: callbackUrl } = await register(account)
  const { id: subscriptionId } = await subscribe(account, 'customer.updated')
  const [orderNumber, email, trackingNumber] = [`#${marker}`, `${marker}@example.com`, marker.toUpperCase()]
  const customer = { shop_customer_id: '7', first_name: marker, last_name: marker, email }
  const { id: orderId } = await reportProtected(account, { shop_order_number: orderNumber, customer })
  const shipmentId = await ship(account, orderId, { tracking_number: trackingNumber })
  accepted(await protection('POST', `/shipments/${shipmentId}/events`, { body: event('in_transit', { message: marker }) }))
  const quote = accepted(await protection('POST', '/quotes', { body: { cart: { amount_insured: money(4800) } } }))
  return {
    marker,
    merchantId: String(accepted(await loyalty('GET', '/v2.0/admin/merchant')).record('merchant').merchantId),
    customerId,
    tierId,
    tierBenefit,
    benefit,
    webhookId,
    subscriptionId,
    callbackUrl,
    orderId,
    orderNumber,
    email,
    shipmentId,
    trackingNumber,
    quoteToken: quote.at('token'),
  }
}

/** Where somebody's two benefits are. */
export const benefitPaths = ({ tierId, tierBenefit, benefit }: Pick<Belongings, 'tierId' | 'tierBenefit' | 'benefit'>) => [
  `/v2.0/admin/tiers/${tierId}/benefits/${encodeURIComponent(tierBenefit)}`,
  `/v2.0/admin/benefits/${encodeURIComponent(benefit)}`,
]

/** Puts a mark into the description of a benefit, until the end. */
async function mark({ loyalty, afterwards, until }: Account, path: string, marker: string) {
  const { description } = accepted(await loyalty('GET', path)).record('benefit')
  accepted(await loyalty('PATCH', path, { body: { description: marker } }))
  afterwards(() => loyalty('PATCH', path, { body: { description } }))
  await until(
    () => loyalty('GET', path),
    ({ text }) => text.includes(marker),
  )
}

/** For each operation an input that names somebody's belongings, and what the sender would change. */
export function inputsFor(own: Belongings, words: string): Record<FamilyName, Record<string, Body>> {
  const { customerId: id, tierId, webhookId, subscriptionId, callbackUrl, orderId, shipmentId } = own
  const [member, tier] = [{ id }, { id: tierId }]
  const ofCustomer = { ...tier, customerId: id }
  const lookup = { order_number: own.orderNumber, email: own.email }
  const parcel = shipment(orderId, {
    shop_shipment_id: shipmentId,
    tracking_number: `${own.trackingNumber}X`,
    line_items: [line({ name: words, quantity: 1 })],
  })
  return {
    loyalty: {
      listMembers: { limit: 100 },
      createMember: { customerId: id, referrals: words },
      getMember: member,
      updateMember: { ...member, firstName: words, lastName: words, notes: words, phoneNumber: '+12705550199' },
      listCredits: member,
      issueCredits: { ...member, amount: 2, note: words },
      requestCancellation: { ...member, reason: words },
      reactivateMember: member,
      getSpend: member,
      changeTier: { ...member, tierId },
      listTiers: { includeBenefits: true },
      getTier: { ...tier, includeBenefits: true },
      listTierBenefits: tier,
      getTierBenefit: { ...tier, type: own.tierBenefit },
      updateTierBenefit: { ...tier, type: own.tierBenefit, description: words },
      listTierCampaigns: tier,
      listBenefits: {},
      getBenefit: { type: own.benefit },
      updateBenefit: { type: own.benefit, description: words },
      getMerchant: {},
      updateMerchant: { phone: words },
      createWebhook: { callbackUrl, name: words },
      listWebhooks: {},
      deleteWebhook: { id: webhookId },
      createSubscription: { topic: 'customer.updated', callbackUrl, name: words },
      listSubscriptions: {},
      updateSubscription: { id: subscriptionId, topic: 'customer.updated', name: words },
      deleteSubscription: { id: subscriptionId, topic: 'customer.updated' },
    },
    loyaltyStorefront: {
      authenticate: { customerId: id },
      readMember: member,
      readCredits: member,
      redeemCredits: { ...member, amount: 1 },
      cancelMembership: { ...member, reason: words },
      updatePaymentMethod: { ...member, paymentMethodId: words },
      readBenefits: {},
      readBenefit: { id: own.benefit },
      readTier: ofCustomer,
      readTierBenefits: ofCustomer,
      readTierCampaigns: ofCustomer,
    },
    protection: {
      quote: { cart: { amount_insured: money(4800) } },
      createOrder: order({ shop_order_number: words, purchased_quote_token: own.quoteToken, amount_insured: money(4800) }),
      updateOrder: {
        shopOrderId: orderId,
        ...orderUpdate({ shop_order_number: own.orderNumber, customer: { ...(orderUpdate().customer as Body), first_name: words, email: own.email } }),
      },
      addInsurance: { shopOrderId: orderId },
      refundInsurance: { shopOrderId: orderId },
      createShipment: { ...parcel, shop_shipment_id: `${shipmentId}-2` },
      updateShipment: { shopShipmentId: shipmentId, ...parcel },
      createShipmentEvent: { shopShipmentId: shipmentId, ...event('delivered', { message: words }) },
    },
    track: { lookUpOrder: lookup, lookUpEnrichment: lookup },
  }
}

/** Asks an operation of the catalogue with an input, by somebody's key and at their address. */
export async function request(account: Account, family: FamilyName, verb: string, input: Body, headers: Record<string, string> = {}): Promise<Answer> {
  const operation = (catalogue[family].operations as Record<string, { method: string; path: string }>)[verb]
  if (!operation) throw new TypeError(`${family} has no operation ${verb}`)
  const { method } = operation
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !operation.path.includes(`:${name}`)))
  const { loyalty, protection, track } = account
  const ask = { loyalty, loyaltyStorefront: loyalty, protection, track }[family]
  return ask(method, path, { headers, ...(method === 'GET' ? { query: rest as Record<string, string> } : { body: rest }) })
}
