import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { ZodType } from 'zod'
import { merchantInputs } from '../../proxy/merchant/merchant.schema.ts'
import { merchant, merchantInInsuredNaming } from '../../proxy/merchant/merchant.ts'
import { browserInputs } from '../../proxy/routes/browser.schema.ts'
import { catalogue, type Family } from '../../proxy/upstream/catalogue.ts'
import { inNaming } from '../../proxy/upstream/naming.ts'
import { createClient } from '../../src/contract/client.ts'
import type { Endpoints } from '../../src/contract/endpoint.ts'
import { loyalty } from '../../src/contract/loyalty.ts'
import { protection } from '../../src/contract/protection.ts'
import { tracking } from '../../src/contract/tracking.ts'
import type { startPrograms } from './processes.ts'
import type { Tried } from './requests.ts'

type Programs = Awaited<ReturnType<typeof startPrograms>>

const mira = '700100200301'

/** The operations of each server under test, with what means something to it. */
export async function targetsOf({ addresses, settings }: Programs): Promise<Record<'loyalty' | 'track' | 'protection' | 'proxy', Tried[]>> {
  const { tiers, benefits, orders, shipments } = await stateOf(addresses.services)
  const ids = {
    tiers: tiers!.map(({ id }) => id),
    types: benefits!.map(({ type }) => type),
    orders: orders!.map((order) => order.shop_order_id),
    shipments: shipments!.map((one) => one.shop_shipment_id),
  }
  const lookups = [
    ...orders!.flatMap(({ key, shop_order_number, customer }) => [{ key }, { order_number: shop_order_number, email: (customer as { email: string }).email }]),
    ...shipments!.map(({ tracking_number }) => ({ tracking_number })),
    { key: 'nobody’s' },
    { order_number: '#1 %+', email: 'a+b@example.com' },
    { tracking_number: '１２３ / ?' },
  ]

  const loyaltyHeaders = { 'X-Loyalty-Api-Key': settings.LOYALTY_API_KEY! }
  const { token } = await createClient(catalogue.loyaltyStorefront.operations, {
    baseUrl: `${addresses.services}/loyalty`,
    headers: loyaltyHeaders,
    unwrap: (body) => (body as { data: unknown }).data,
  }).authenticate({ customerId: mira })
  const loyaltyKnown = (path: string) => ({
    id: path.includes('/tiers/') ? ids.tiers : path.includes('benefits/:id') ? ids.types : [mira, '700100200303'],
    customerId: [mira, '700100200302'],
    tierId: ids.tiers,
    segmentId: ids.tiers,
    type: ids.types,
  })
  const ofLoyalty = ({ operations, inputs }: Family, headers: Record<string, string>) =>
    Object.entries(operations).map(([verb, endpoint]): Tried => ({
      endpoint,
      schema: inputs[verb]!,
      prefix: '/loyalty',
      headers,
      known: loyaltyKnown(endpoint.path),
      // Nobody outside is to be called.
      ...(/^(create|update)(Webhook|Subscription)$/.test(verb) && {
        inputs: [{ id: 'x', topic: 'customer.updated', callbackUrl: 'http://127.0.0.1:9/' }].slice(verb.startsWith('create') ? 1 : 0),
      }),
    }))

  const protectionKnown = { shopOrderId: ids.orders, shop_order_id: ids.orders, shopShipmentId: ids.shipments, shop_shipment_id: ids.shipments }
  const ofProtection = (operations: Endpoints) =>
    Object.entries(operations).map(([verb, endpoint]): Tried => ({
      endpoint,
      schema: (catalogue.protection.inputs as Record<string, ZodType>)[verb]!,
      prefix: '/protection/api/v1',
      headers: { 'X-API-Key': settings.PROTECTION_API_KEY!, 'Content-Type': 'application/json' },
      known: protectionKnown,
    }))

  return {
    loyalty: [
      ...ofLoyalty(catalogue.loyalty, loyaltyHeaders),
      ...ofLoyalty(catalogue.loyaltyStorefront, { ...loyaltyHeaders, Authorization: `Bearer ${token}` }),
    ],
    // Before orders and shipments are changed.
    track: Object.entries(catalogue.track.operations).map(([verb, endpoint]): Tried => ({
      endpoint,
      schema: catalogue.track.inputs[verb as keyof typeof catalogue.track.inputs],
      prefix: '/track',
      headers: {},
      inputs: lookups,
    })),
    protection: [...ofProtection(catalogue.protection.operations), ...ofProtection(inNaming(catalogue.protection.operations, 'protected'))],
    proxy: [...(await browserRoutes(settings, lookups)), ...merchantRoutes(settings, protectionKnown)],
  }
}

async function browserRoutes(settings: Record<string, string>, lookups: object[]): Promise<Tried[]> {
  const origin = settings.ALLOWED_ORIGINS!.split(',')[0]!
  const page = { Origin: origin, 'X-Storefront-Client': '1' }
  const ask = { baseUrl: settings.PUBLIC_URL!, headers: page }
  const { token } = await createClient(loyalty, ask).openSession({ assertion: await assertionOf(mira, origin, settings) })
  const { ticket } = (await createClient(tracking, ask).trackOrder({ tracking_number: '1Z999AA10123456784' })) as { ticket?: string }
  const tickets = [ticket, 'no ticket'].map((ticket) => ({ ticket, wait: 0 }))
  const member = { ...page, Authorization: `Bearer ${token}`, 'Idempotency-Key': 'one' }
  const of = (endpoints: Endpoints, of: Record<string, ZodType>, more: Partial<Tried> = {}) =>
    Object.entries(endpoints).map(([verb, endpoint]): Tried => ({ endpoint, schema: of[verb]!, prefix: '', headers: page, ...more }))
  return [
    ...of(loyalty, browserInputs.loyalty, { headers: member }),
    ...of({ getMembership: loyalty.getMembership }, browserInputs.loyalty, { headers: member, inputs: [{}, { parts: 'tier,credits' }, { parts: ',' }] }),
    ...of(protection, browserInputs.protection),
    ...of({ trackOrder: tracking.trackOrder }, browserInputs.tracking, { inputs: lookups }),
    ...of({ trackEnrichment: tracking.trackEnrichment }, browserInputs.tracking, { inputs: tickets }),
    ...of({ trackEvents: tracking.trackEvents }, browserInputs.tracking, { inputs: tickets.map((one) => ({ ...one, package: '1Z999AA10123456784' })) }),
  ]
}

function merchantRoutes(settings: Record<string, string>, known: NonNullable<Tried['known']>): Tried[] {
  const headers = { Authorization: `Bearer ${settings.MERCHANT_API_KEYS}` }
  return [...Object.entries(merchant), ...Object.entries(merchantInInsuredNaming)].map(([verb, endpoint]) => ({
    endpoint,
    schema: merchantInputs[verb as keyof typeof merchantInputs],
    prefix: '',
    headers,
    known,
    onlyKnown: true,
  }))
}

/** The shop's proof that this customer is signed in. */
async function assertionOf(customer: string, origin: string, settings: Record<string, string>): Promise<string> {
  const [kid = '', secret = ''] = settings.ASSERTION_KEYS!.split(':')
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'storefront-assertion+jwt', kid })
    .setIssuer(origin)
    .setAudience(settings.PUBLIC_URL!)
    .setSubject(customer)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('2m')
    .sign(Buffer.from(secret, 'base64url'))
}

async function stateOf(services: string) {
  const answer = await fetch(`${services}/_control/state?of=tiers,benefits,orders,shipments`)
  return (await answer.json()) as Record<string, Record<string, unknown>[]>
}
