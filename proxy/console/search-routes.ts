import type { consoleReads, Person } from '../../console/contract/console.ts'
import type { Found, FoundMember, FoundOrder } from '../../console/contract/search.ts'
import type { Consent } from '../../src/contract/protection.ts'
import type { OpenQueue } from '../background/background.ts'
import { findClaimByName } from '../claims/approve-refuse.ts'
import { Refusal } from '../http/problems.ts'
import type { Handlers } from '../http/serve.ts'
import type { Sealer } from '../identity/seal.ts'
import { buyerFact, openLookup, type BuyerFacts } from '../order-keys/buyer-facts.ts'
import { erasedFact, numberFact, orderFact, shipmentFact, type NumberFacts, type OrderFacts, type ShipmentFacts } from '../reports/report-facts.ts'
import type { Orders } from '../routes/orders/register-orders.ts'
import type { KeyClaims } from '../routes/orders/order-keys.ts'
import { currencyOf, toMoney } from '../routes/amounts.ts'
import type { Decimal, MemberDto } from '../upstream/loyalty.ts'
import { findMember } from '../upstream/member-lookup.ts'
import type { Services } from '../upstream/services.ts'
import { toView } from './claim-routes.ts'
import { toReport } from './report-routes.ts'

/** The reports of an order that a search shows. */
const longestHistory = 100

/** Seconds that the link to an order as its buyer sees it can be opened. */
const viewLife = 900

/** What searching needs. */
export interface SearchParts {
  queue: OpenQueue
  sealer: Sealer
  services: Pick<Services, 'loyalty'>
  /** Absent: no track service is set up, and nobody sees orders. */
  orders: Pick<NonNullable<Orders>, 'tracking'> | undefined
  /** The address of the shop's tracking page. */
  trackPageUrl: string
}

/** Handlers that find everything about one id, and show what a shopper sees. */
export const searchRoutes = ({
  queue,
  sealer,
  services,
  orders,
  trackPageUrl,
}: SearchParts): Handlers<Pick<typeof consoleReads, 'search' | 'viewAsShopper'>, Person> => ({
  async search({ q }): Promise<Found> {
    const [job, order, numbered, shipment, claim, member] = await Promise.all([
      queue.find(q),
      findOrder(queue, q),
      queue.fact<NumberFacts>(numberFact(q)),
      queue.fact<ShipmentFacts>(shipmentFact(q)),
      findClaimByName(queue, q),
      lookUpMember(services, q),
    ])
    const other = job?.businessKey ?? shipment?.order ?? claim?.order ?? (order ? undefined : numbered?.order)
    return {
      order: other === undefined ? order : await findOrder(queue, other),
      numbered: order && numbered && numbered.order !== order.id ? numbered.order : null,
      report: job ? toReport(job) : null,
      member,
    }
  },

  async viewAsShopper({ order, email }, { name, via }) {
    if (!orders) throw new Refusal('not-configured', 'No track service is set up: set TRACK_BASE_URL.')
    const facts = await queue.fact<OrderFacts>(orderFact(order))
    const buyer = await queue.fact<BuyerFacts>(buyerFact(order))
    const lookup = (buyer && (await openLookup(sealer, buyer))) ?? (facts && email ? { order_number: facts.number, email } : undefined)
    if (!lookup)
      throw new Refusal('invalid-request', facts ? "Enter the buyer's e-mail address: the proxy does not know it." : 'The proxy knows no such order.')
    // The person may be one who may only look, and the link may be passed on.
    const key = await sealer.seal('key', { lookup, proof: 'key', view: true } satisfies KeyClaims, Math.floor(Date.now() / 1000) + viewLife)
    const never = new AbortController().signal
    const seen = await orders.tracking.trackOrder({ key }, { address: '127.0.0.1', disconnected: never, setHeaders: () => {}, note: () => {} })
    await queue.recordAction({ who: name, via, action: 'order.view', subject: order })
    return { url: `${trackPageUrl}#key=${key}`, order: 'body' in seen ? seen.body : seen }
  },
})

async function findOrder(queue: OpenQueue, id: string): Promise<FoundOrder | null> {
  const [facts, jobs, claims, buyer, erased] = await Promise.all([
    queue.fact<OrderFacts>(orderFact(id)),
    queue.list({ businessKey: id, limit: longestHistory }),
    queue.claimsOf(id),
    queue.fact<BuyerFacts>(buyerFact(id)),
    queue.fact<unknown>(erasedFact(id)),
  ])
  if (!facts && jobs.length === 0 && claims.length === 0 && erased === undefined) return null
  const consent = jobs.map(({ result }) => result.consent as Consent | undefined).find((one) => one !== undefined)
  return {
    id,
    facts: facts ? toFacts(facts) : null,
    consent: consent ?? null,
    reports: jobs.map((job) => toReport(job, facts?.number)),
    claims: await Promise.all(claims.map((claim) => toView(queue, claim))),
    knows_buyer: buyer !== undefined,
    erased_at: typeof erased === 'number' ? new Date(erased).toISOString() : typeof erased === 'string' ? erased : null,
  }
}

const toFacts = ({ number, financial_status, unprotected, money, lines, shipped, customer, ...facts }: OrderFacts): FoundOrder['facts'] => ({
  number,
  financial_status,
  protected: facts.protected,
  unprotected,
  paid: money.total,
  refunded: money.refunded,
  lines: lines.map(({ id, name = null, quantity, total, refunded_quantity }) => ({
    id,
    name,
    quantity,
    paid: total,
    shipped: shipped[id] ?? 0,
    refunded_quantity,
  })),
  customer,
})

/** The credits of a member as money. */
const creditsOf = async (credit: Decimal, member: MemberDto, loyalty: NonNullable<Services['loyalty']>) =>
  toMoney(credit, await currencyOf(member, { merchant: () => loyalty.admin.getMerchant({}) }))

/** A member by their id at the shop; null if there is none, or the service does not answer: a search shows what it has. */
async function lookUpMember({ loyalty }: Pick<Services, 'loyalty'>, id: string): Promise<FoundMember | null> {
  if (!loyalty || !/^\d{1,20}$/.test(id)) return null
  const found = await findMember(loyalty, id).catch(() => undefined)
  if (!found) return null
  const credits = found.credit === null || found.credit === undefined ? null : await creditsOf(found.credit, found, loyalty).catch(() => null)
  return { id, status: found.status, tier: found.tierName ?? null, credits, joined_at: found.joinedAt ?? found.createdAt ?? null }
}
