import fc from 'fast-check'
import { loyaltyService, loyaltyStorefrontService } from '../../proxy/upstream/loyalty.ts'
import { protectionService } from '../../proxy/upstream/protection.ts'
import { trackService } from '../../proxy/upstream/track.ts'
import { createClient, ResponseError } from '../../src/contract/client.ts'
import { event, order, shipment } from '../conformance/stand-ins/orders.ts'

/** A merchant with all ids and tokens that they have received so far, as their backend would store them. */
export interface Merchant {
  /** Stands in every text that they write. */
  mark: string
  call: ReturnType<typeof clientsOf>
  received: Record<'webhook' | 'subscription' | 'token' | 'quote' | 'key', string[]>
}

/** One thing that a merchant does; `theirs` is another merchant, whose secrets they may have got hold of. */
export interface Step {
  verb: string
  run: (own: Merchant, theirs: Merchant | undefined) => Promise<unknown>
}

export function newMerchant(mark: string, address: string, track: string, keys: { loyaltyKey: string; protectionKey: string }): Merchant {
  return { mark, call: clientsOf(address, track, keys), received: { webhook: [], subscription: [], token: [], quote: [], key: [] } }
}

function clientsOf(address: string, track: string, { loyaltyKey, protectionKey }: { loyaltyKey: string; protectionKey: string }) {
  const loyalty = { baseUrl: `${address}/loyalty`, headers: { 'X-Loyalty-Api-Key': loyaltyKey }, unwrap: (body: unknown) => (body as { data: unknown }).data }
  return {
    admin: createClient(loyaltyService, loyalty),
    storefront: createClient(loyaltyStorefrontService, loyalty),
    protection: createClient(protectionService, { baseUrl: `${address}/protection/api/v1`, headers: { 'X-API-Key': protectionKey } }),
    track: createClient(trackService, { baseUrl: `${address}${track}` }),
  }
}

/** What came of a step: the answer, or the refusal. */
export async function outcomeOf({ verb, run }: Step, own: Merchant, theirs: Merchant | undefined) {
  try {
    return { verb, answer: await run(own, theirs) }
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error
    return { verb, status: error.status, problem: error.problem }
  }
}

const member = fc.constantFrom('700100200301', '700100200303', '4711')
const orderId = fc.constantFrom('9001', '580001001')
const parcel = fc.constantFrom('5001', '58000100101')
const tier = fc.nat(6)
const cents = fc.constantFrom(1_000, 4_999, 12_345)

type Run = Step['run']
const step = <Value>(verb: string, values: fc.Arbitrary<Value>, run: (value: Value) => Run): fc.Arbitrary<Step> =>
  values.map((value) => ({ verb, run: run(value) }))

/** One that they or the other merchant received; a made-up one where there is none. */
const secret = (kind: keyof Merchant['received']) =>
  fc.tuple(fc.nat(3), fc.constantFrom(true, false, false, false)).map(([index, foreign]) => (own: Merchant, theirs: Merchant | undefined) => {
    const list = foreign ? (theirs?.received[kind] ?? []) : own.received[kind]
    return list[index % Math.max(1, list.length)] ?? 'made-up'
  })

/** Notes each event, and passes it on. */
const note =
  (kind: keyof Merchant['received'], { received }: Merchant) =>
  <Answer>(answer: Answer): Answer => {
    const { id, token, key } = answer as { id?: unknown; token?: unknown; key?: unknown }
    received[kind].push(String(kind === 'key' ? key : kind === 'webhook' || kind === 'subscription' ? id : token))
    return answer
  }

const tierOf = async ({ call }: Merchant, index: number) => {
  const tiers = await call.admin.listTiers({})
  return String(tiers[index % tiers.length]!.id)
}

const asBearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

/** Anything that a merchant, or a member of theirs, can do at either service. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  step(
    'listMembers',
    fc.constant(undefined),
    () =>
      ({ call }) =>
        call.admin.listMembers({ limit: 3 }),
  ),
  step(
    'getMember',
    member,
    (id) =>
      ({ call }) =>
        call.admin.getMember({ id }),
  ),
  step(
    'createMember',
    fc.tuple(member, tier),
    ([customerId, index]) =>
      async (own) =>
        own.call.admin.createMember({ customerId, segmentId: await tierOf(own, index) }),
  ),
  step(
    'updateMember',
    member,
    (id) =>
      ({ call, mark }) =>
        call.admin.updateMember({ id, firstName: mark, lastName: mark, notes: mark, phoneNumber: null }),
  ),
  step(
    'issueCredits',
    fc.tuple(member, fc.constantFrom(5, 2.5, -1)),
    ([id, amount]) =>
      ({ call, mark }) =>
        call.admin.issueCredits({ id, amount, note: mark }),
  ),
  step(
    'listCredits',
    member,
    (id) =>
      ({ call }) =>
        call.admin.listCredits({ id, limit: 2 }),
  ),
  step(
    'getSpend',
    member,
    (id) =>
      ({ call }) =>
        call.admin.getSpend({ id }),
  ),
  step(
    'requestCancellation',
    member,
    (id) =>
      ({ call, mark }) =>
        call.admin.requestCancellation({ id, reason: mark }),
  ),
  step(
    'reactivateMember',
    member,
    (id) =>
      ({ call }) =>
        call.admin.reactivateMember({ id }),
  ),
  step(
    'changeTier',
    fc.tuple(member, tier),
    ([id, index]) =>
      async (own) =>
        own.call.admin.changeTier({ id, tierId: await tierOf(own, index) }),
  ),
  step('updateTierBenefit', tier, (index) => async (own) => {
    const id = await tierOf(own, index)
    const [benefit] = await own.call.admin.listTierBenefits({ id })
    return own.call.admin.updateTierBenefit({ id, type: benefit?.type ?? 'NONE', name: own.mark })
  }),
  step('updateBenefit', fc.nat(4), (index) => async ({ call, mark }) => {
    const benefits = await call.admin.listBenefits({})
    return call.admin.updateBenefit({ type: benefits[index % benefits.length]?.type ?? 'NONE', description: mark })
  }),
  step(
    'getMerchant',
    fc.constant(undefined),
    () =>
      ({ call }) =>
        call.admin.getMerchant({}),
  ),
  step(
    'updateMerchant',
    fc.constant(undefined),
    () =>
      ({ call, mark }) =>
        call.admin.updateMerchant({ merchantName: mark }),
  ),
  step(
    'createWebhook',
    fc.constant(undefined),
    () => async (own) => note('webhook', own)(await own.call.admin.createWebhook({ callbackUrl: `http://127.0.0.1:9/${own.mark}`, name: own.mark })),
  ),
  step(
    'listWebhooks',
    fc.constant(undefined),
    () =>
      ({ call }) =>
        call.admin.listWebhooks({}),
  ),
  step('deleteWebhook', secret('webhook'), (id) => (own, theirs) => own.call.admin.deleteWebhook({ id: id(own, theirs) })),
  step(
    'createSubscription',
    fc.constant(undefined),
    () => async (own) =>
      note(
        'subscription',
        own,
      )(await own.call.admin.createSubscription({ topic: 'customer.updated', callbackUrl: `http://127.0.0.1:9/${own.mark}`, name: own.mark })),
  ),
  step(
    'listSubscriptions',
    fc.constant(undefined),
    () =>
      ({ call }) =>
        call.admin.listSubscriptions({}),
  ),
  step(
    'updateSubscription',
    secret('subscription'),
    (id) => (own, theirs) => own.call.admin.updateSubscription({ id: id(own, theirs), topic: 'customer.ordered', name: own.mark }),
  ),
  step(
    'deleteSubscription',
    secret('subscription'),
    (id) => (own, theirs) => own.call.admin.deleteSubscription({ id: id(own, theirs), topic: 'customer.updated' }),
  ),
  step('authenticate', member, (customerId) => async (own) => note('token', own)(await own.call.storefront.authenticate({ customerId }))),
  step(
    'readMember',
    fc.tuple(member, secret('token')),
    ([id, token]) =>
      (own, theirs) =>
        own.call.storefront.readMember({ id }, asBearer(token(own, theirs))),
  ),
  step(
    'redeemCredits',
    fc.tuple(member, secret('token')),
    ([id, token]) =>
      (own, theirs) =>
        own.call.storefront.redeemCredits({ id, amount: 1 }, asBearer(token(own, theirs))),
  ),
  step(
    'cancelMembership',
    fc.tuple(member, secret('token')),
    ([id, token]) =>
      (own, theirs) =>
        own.call.storefront.cancelMembership({ id, reason: own.mark }, asBearer(token(own, theirs))),
  ),
  step('quote', cents, (cents) => async (own) => note('quote', own)(await own.call.protection.quote({ cart: { amount_insured: { cents, currency: 'USD' } } }))),
  step(
    'createOrder',
    fc.tuple(orderId, cents, fc.option(secret('quote'), { nil: undefined })),
    ([id, cents, token]) =>
      ({ call, ...own }, theirs) =>
        call.protection.createOrder(
          order({
            shop_order_id: id,
            shop_order_number: `#${id}`,
            created_at: '2026-03-01T09:30:00Z',
            customer: { shop_customer_id: '7', first_name: own.mark, last_name: own.mark, email: 'ada@example.com' },
            ...(token && { amount_insured: { cents, currency: 'USD' }, purchased_quote_token: token({ call, ...own }, theirs) }),
          }),
        ),
  ),
  step('updateOrder', fc.tuple(orderId, fc.constantFrom('paid', 'refunded', 'voided')), ([shopOrderId, financial_status]) => ({ call, mark }) => {
    const { shop_order_id: _, created_at: __, ...fields } = order()
    return call.protection.updateOrder({ ...fields, shopOrderId, financial_status, shop_order_number: `#${mark}` })
  }),
  step(
    'addInsurance',
    orderId,
    (shopOrderId) =>
      ({ call }) =>
        call.protection.addInsurance({ shopOrderId }),
  ),
  step(
    'refundInsurance',
    orderId,
    (shopOrderId) =>
      ({ call }) =>
        call.protection.refundInsurance({ shopOrderId }),
  ),
  step(
    'createShipment',
    fc.tuple(parcel, orderId),
    ([id, to]) =>
      ({ call, mark }) =>
        call.protection.createShipment(shipment({ shop_shipment_id: id, shop_order_id: to, tracking_company: mark, created_at: '2026-03-02T09:30:00Z' })),
  ),
  step(
    'createShipmentEvent',
    fc.tuple(parcel, fc.constantFrom('e1', 'e2')),
    ([id, name]) =>
      ({ call, mark }) =>
        call.protection.createShipmentEvent({ ...event(name, 'in_transit', '2026-03-03T09:30:00Z'), shopShipmentId: id, message: mark }),
  ),
  step(
    'lookUpOrder',
    fc.constantFrom('9001', '9002'),
    (number) => async (own) => note('key', own)(await own.call.track.lookUpOrder({ order_number: number, email: 'ada@example.com' })),
  ),
  step('lookUpOrder by key', secret('key'), (key) => (own, theirs) => own.call.track.lookUpOrder({ key: key(own, theirs) })),
  step(
    'lookUpEnrichment',
    fc.constant(undefined),
    () =>
      ({ call }) =>
        call.track.lookUpEnrichment({ tracking_number: '1Z999AA10000000017' }),
  ),
)
