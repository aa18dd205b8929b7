import { ResponseError, type Client } from '../../src/contract/client.ts'
import { looksSealed, type Sealer } from '../identity/seal.ts'
import { Refusal } from '../problems.ts'
import type { Handlers } from '../serve.ts'
import type { OrderInput, OrderUpdateInput, protectionService } from '../upstream/protection.ts'
import type { KeyClaims } from '../routes/tracking.ts'
import type { merchant } from './merchant.ts'
import type { Judgement, Quotes } from './quotes.ts'
import type { Reports } from './reports.ts'

interface MerchantParts {
  service: Client<typeof protectionService> | undefined
  reports: Reports
  quotes: Quotes
  sealer: Sealer
  /** Where the shop's pages are. */
  shop: string
}

/** What the merchant's backend reports and asks. A report is taken in, answered, and then told to the protection service. */
export const merchantRoutes = ({ service, reports, quotes, sealer, shop }: MerchantParts): Handlers<typeof merchant> => {
  const protection = () => service ?? notConfigured()

  return {
    async reportOrder(order) {
      const to = protection()
      const judged = await judgeToken(order, quotes)
      if (judged?.quote && !judged.fault) quotes.spend(judged, order.shop_order_id)
      return { id: reports.accept('order', order.shop_order_id, deliverOrder(order, judged, to)) }
    },

    reportOrderUpdate(update) {
      const to = protection()
      return { id: reports.accept('order-update', update.shopOrderId, async () => void (await to.updateOrder(update))) }
    },

    reportProtectionRefund(refund) {
      const to = protection()
      return {
        id: reports.accept('refund-protection', refund.shopOrderId, async (_, tell) => {
          await to.refundInsurance(refund)
          tell({ protected: false })
        }),
      }
    },

    reportProtectionAdded(added) {
      const to = protection()
      return {
        id: reports.accept('add-protection', added.shopOrderId, async (_, tell) => {
          tell({ protected: false })
          await to.addInsurance(added)
          tell({ protected: true })
        }),
      }
    },

    reportShipment(shipment) {
      const to = protection()
      reports.noteShipment(shipment.shop_shipment_id, shipment.shop_order_id)
      return {
        id: reports.accept('shipment', shipment.shop_order_id, (attempt) =>
          createOrUpdate(
            attempt,
            () => to.createShipment(shipment),
            () => to.updateShipment({ ...shipment, shopShipmentId: shipment.shop_shipment_id }),
          ),
        ),
      }
    },

    reportShipmentUpdate(shipment) {
      const to = protection()
      return { id: reports.accept('shipment-update', shipment.shop_order_id, async () => void (await to.updateShipment(shipment))) }
    },

    reportShipmentEvent(event) {
      const to = protection()
      const order = reports.orderOf(event.shopShipmentId) ?? null
      return {
        id: reports.accept('shipment-event', order, async () => {
          await to.createShipmentEvent(event).catch((error: unknown) => {
            if (!(error instanceof ResponseError && error.status === 409)) throw error // it is there already (A59)
          })
        }),
      }
    },

    getReport: ({ id }) => reports.find(id) ?? notFound(),

    async verifyQuote({ token, amount }) {
      const { quote, fault } = await quotes.judge(token, amount, new Date())
      return {
        valid: fault === undefined,
        reason: fault ?? null,
        price: quote?.price ?? null,
        amount: quote?.amount ?? null,
        currency: quote?.amount.currency ?? null,
        expires_at: quote ? new Date(quote.until * 1000).toISOString() : null,
        consent: null,
        purchased_quote_token: fault === undefined ? quote!.upstream : null,
      }
    },

    async linkOrder({ order_number, email }) {
      const sealKey = (proof: KeyClaims['proof']) => sealer.seal('key', { lookup: { order_number, email }, proof } satisfies KeyClaims)
      const [key, share_key] = await Promise.all([sealKey('key'), sealKey('tracking')])
      return { key, share_key, url: `${shop}/track#key=${key}` }
    },
  }
}

/** What the sealed token in an order says of it; undefined where there is none, or where it is the service's own. */
async function judgeToken(order: OrderInput, quotes: Quotes): Promise<Judgement | undefined> {
  const { purchased_quote_token: token } = order
  if (token === undefined || !looksSealed(token)) return undefined
  // A quote is asked for in the shopper's currency.
  return quotes.judge(token, order.amount_insured_presentment ?? order.amount_insured, new Date(order.created_at), order.shop_order_id)
}

function deliverOrder(order: OrderInput, judged: Judgement | undefined, to: Client<typeof protectionService>): Parameters<Reports['accept']>[2] {
  const body = judged?.quote ? { ...order, purchased_quote_token: judged.quote.upstream } : order
  let token = order.purchased_quote_token !== undefined
  let first = true
  return async (attempt, tell) => {
    if (judged?.fault && first) {
      token = false
      tell({ note: `reported without protection: ${judged.fault}` })
    }
    first = false
    const create = () => to.createOrder(token ? body : withoutProtection(order))
    const update = () => to.updateOrder(toUpdate(token ? body : withoutProtection(order)))
    try {
      await createOrUpdate(attempt, create, update)
    } catch (error) {
      if (!(token && isTokenRefused(error))) throw error
      // Whoever paid is never dropped silently: the order goes on without the token, and the merchant is told.
      token = false
      tell({ note: 'the service refused the quote token: reported without protection, refund what was paid for it' })
      await create()
    }
    tell({ protected: token })
  }
}

/** What an update may carry (section 2). */
const toUpdate = (order: OrderInput): OrderUpdateInput => ({
  shopOrderId: order.shop_order_id,
  shop_order_number: order.shop_order_number,
  subtotal_price: order.subtotal_price,
  total_discounts_price: order.total_discounts_price,
  total_shipping_price: order.total_shipping_price,
  total_tax_price: order.total_tax_price,
  total_price: order.total_price,
  financial_status: order.financial_status,
  customer: order.customer,
  shipping_address: order.shipping_address,
  line_items: order.line_items,
})

/** Creates; where an earlier try may have got through, "already taken" is answered by an update of the same id. */
async function createOrUpdate(attempt: number, create: () => Promise<unknown>, update: () => Promise<unknown>) {
  try {
    await create()
  } catch (error) {
    if (attempt === 1 || !(error instanceof ResponseError && (error.status === 422 || error.status === 409))) throw error
    await update().catch(() => Promise.reject(error))
  }
}

/** The same order as one that nobody protects: a token and an amount are needed for insured lines (section 2). */
function withoutProtection({ purchased_quote_token: _, amount_insured: __, amount_insured_presentment: ___, ...order }: OrderInput): OrderInput {
  return { ...order, line_items: order.line_items.map((line) => ({ ...line, is_insured: false })) }
}

const isTokenRefused = (error: unknown) =>
  error instanceof ResponseError && error.status === 422 && /quote|token/i.test(JSON.stringify((error.problem as { error?: unknown }).error ?? ''))

function notConfigured(): never {
  throw new Refusal('not-configured', 'No protection service is set up here (PROTECTION_BASE_URL, PROTECTION_API_KEY).')
}

function notFound(): never {
  throw new Refusal('not-found', 'There is no report with this id.')
}
