import { LRUCache } from 'lru-cache'
import { ResponseError, type Client } from '../../src/contract/client.ts'
import { looksSealed, type Sealer } from '../identity/seal.ts'
import { Refusal, serviceWords } from '../problems.ts'
import type { Handlers } from '../serve.ts'
import type { OrderInput, OrderUpdateInput, protectionService } from '../upstream/protection.ts'
import type { KeyClaims } from '../routes/tracking.ts'
import type { merchant } from './merchant.ts'
import type { Judgement, Quotes } from './quotes.ts'
import type { Deliver, Reports } from './reports.ts'

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
  /** Whether the service took an order as protected; what is said of it later must not insure what nobody paid for. */
  const verdicts = new LRUCache<string, boolean>({ max: 10_000 })

  return {
    async reportOrder(order) {
      const to = protection()
      const judged = await judgeToken(order, quotes)
      if (judged?.quote && !judged.fault) quotes.spend(judged, order.shop_order_id)
      return { id: reports.accept('order', order.shop_order_id, deliverOrder(order, judged, to, verdicts)) }
    },

    reportOrderUpdate(update) {
      const to = protection()
      return {
        id: reports.accept('order-update', update.shopOrderId, async () => {
          await to.updateOrder(verdicts.get(update.shopOrderId) === false ? { ...update, line_items: uninsured(update.line_items) } : update)
        }),
      }
    },

    reportProtectionRefund(refund) {
      const to = protection()
      return {
        id: reports.accept('refund-protection', refund.shopOrderId, async (_, tell) => {
          await to.refundInsurance(refund)
          verdicts.set(refund.shopOrderId, false)
          tell({ protected: false })
        }),
      }
    },

    reportProtectionAdded(added) {
      const to = protection()
      return {
        id: reports.accept('add-protection', added.shopOrderId, async (attempt, tell) => {
          try {
            await to.addInsurance(added)
          } catch (error) {
            // What an earlier try has done, the service calls impossible now (A65).
            if (!(attempt > 1 && isTaken(error))) {
              if (error instanceof ResponseError && error.status === 422) tell({ protected: false })
              throw error
            }
          }
          verdicts.set(added.shopOrderId, true)
          tell({ protected: true })
        }),
      }
    },

    reportShipment(shipment) {
      const to = protection()
      reports.noteShipment(shipment.shop_shipment_id, shipment.shop_order_id)
      return {
        id: reports.accept('shipment', shipment.shop_order_id, () =>
          createOrUpdate(
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

function deliverOrder(order: OrderInput, judged: Judgement | undefined, to: Client<typeof protectionService>, verdicts: LRUCache<string, boolean>): Deliver {
  const body = judged?.quote ? { ...order, purchased_quote_token: judged.quote.upstream } : order
  let fault = order.purchased_quote_token === undefined ? isInsured(order) && 'there is no quote token' : judged?.fault
  let token = order.purchased_quote_token !== undefined && !fault
  return async (_, tell) => {
    if (fault) tell({ note: `reported without protection: ${fault}` })
    fault = undefined
    const create = () => to.createOrder(token ? body : withoutProtection(order))
    const update = () => to.updateOrder(toUpdate((verdicts.get(order.shop_order_id) ?? token) ? order : withoutProtection(order)))
    try {
      await createOrUpdate(create, update)
    } catch (error) {
      if (!(token && isTokenRefused(error))) throw error
      // Whoever paid is never dropped silently: the order goes on without the token, and the merchant is told.
      token = false
      tell({ note: 'the service refused the quote token: reported without protection, refund what was paid for it' })
      await createOrUpdate(create, update)
    }
    const covered = verdicts.get(order.shop_order_id) ?? token
    verdicts.set(order.shop_order_id, covered)
    tell({ protected: covered })
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

/** Creates; what is there already, by an earlier try or report, is answered by an update of the same id (A57). */
async function createOrUpdate(create: () => Promise<unknown>, update: () => Promise<unknown>) {
  try {
    await create()
  } catch (error) {
    if (!isTaken(error)) throw error
    await update().catch(() => Promise.reject(error as Error))
  }
}

/** Whether the service says that this was done before. */
const isTaken = (error: unknown) =>
  error instanceof ResponseError && (error.status === 409 || (error.status === 422 && serviceWords(error).some((words) => /\balready\b/i.test(words))))

const isInsured = ({ amount_insured, line_items }: OrderInput) => amount_insured !== undefined || line_items.some(({ is_insured }) => is_insured)

const uninsured = (lines: OrderInput['line_items']) => lines.map((line) => ({ ...line, is_insured: false }))

/** The same order as one that nobody protects: a token and an amount are needed for insured lines (section 2). */
function withoutProtection({ purchased_quote_token: _, amount_insured: __, amount_insured_presentment: ___, ...order }: OrderInput): OrderInput {
  return { ...order, line_items: uninsured(order.line_items) }
}

const isTokenRefused = (error: unknown) =>
  error instanceof ResponseError && error.status === 422 && serviceWords(error).some((words) => /quote|token/i.test(words))

function notConfigured(): never {
  throw new Refusal('not-configured', 'No protection service is set up here (PROTECTION_BASE_URL, PROTECTION_API_KEY).')
}

function notFound(): never {
  throw new Refusal('not-found', 'There is no report with this id.')
}
