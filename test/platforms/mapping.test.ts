import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { z } from 'zod'
import { shareOf, toCents, Unmappable } from '../../proxy/platforms/payload.ts'
import type { OrderReport, ShipmentReport } from '../../proxy/reports/report-bodies.ts'
import { orderSchema, orderUpdateSchema, shipmentEventSchema, shipmentSchema } from '../../proxy/upstream/protection.schema.ts'
import { map, reportOf, sealedQuote, worksOf } from './mapping.ts'
import { eventPayload, fulfillmentPayload, lineOf, moneySet, orderPayload, protectionLineOf, refundPayload, type Payload } from './payloads.ts'
import { runs } from '../properties/runs.ts'

/** The number of decimals of each currency, by ISO 4217. */
const digitsOf = { JPY: 0, KRW: 0, USD: 2, EUR: 2, KWD: 3, BHD: 3 } as const
const currency = fc.constantFrom(...(Object.keys(digitsOf) as (keyof typeof digitsOf)[]))
const cents = fc.integer({ min: 0, max: 900_000_000 })

function toAmount(value: bigint, digits: number): string {
  const text = String(value).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

describe('any amount', () => {
  test('of any currency is read exactly from its decimal digits', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, BigInt(Number.MAX_SAFE_INTEGER)), currency, fc.nat(4), (value, code, zeros) => {
        const written = toAmount(value, digitsOf[code])
        const padded = written.includes('.') ? written + '0'.repeat(zeros) : zeros > 0 ? `${written}.${'0'.repeat(zeros)}` : written

        assert.equal(BigInt(toCents(padded, code, 'amount')), value)
      }),
      runs(2_000),
    )
  })

  test('that is invalid, or too fine or too large to be exact, is named in an error and not rounded', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('1e3', '0x10', '٣', '1,00', '+1', ' 1', '.5', '1.005', '90071992547409.93', '-0.01', 'NaN', '')),
        (written) => {
          try {
            assert.ok(/^-?0*\d{1,14}(\.\d?\d?0*)?$/.test(written), `${written}: ${toCents(written, 'USD', 'amount')}`)
          } catch (error) {
            assert.ok(error instanceof Unmappable, String(error))
            assert.match(error.message, /^amount ".*: /s)
          }
        },
      ),
      runs(1_000),
    )
  })

  test('is shared out with an error of at most half a unit for each part', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (sum, some, of) => {
        const share = shareOf(sum, some, of)

        assert.ok(share <= sum && Math.abs(share - (sum * Math.min(some, of)) / of) <= 0.5, `${share}`)
      }),
      runs(100),
    )
  })
})

/** A line with prices in the smallest unit, in the currencies of the shop and of the customer. */
const line = fc.record({
  id: fc.bigInt(1n, 999_999_999_999_999_999n),
  quantity: fc.integer({ min: 1, max: 40 }),
  price: cents,
  presented: cents,
  discounts: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 3 }),
  ships: fc.boolean(),
})
const sum = (all: number[]) => all.reduce((total, one) => total + one, 0)

describe('any order of Shopify', () => {
  test('is reported with every id, quantity, price and discount exact, in both currencies', () => {
    fc.assert(
      fc.property(fc.uniqueArray(line, { minLength: 1, maxLength: 8, selector: ({ id }) => id }), currency, currency, (lines, shop, presentment) => {
        const set = (ours: number, theirs: number) =>
          moneySet(toAmount(BigInt(ours), digitsOf[shop]), shop, { amount: toAmount(BigInt(theirs), digitsOf[presentment]), currency_code: presentment })
        const discounted = (price: number, { quantity, discounts }: (typeof lines)[number]) => Math.max(0, price * quantity - sum(discounts))
        const payload = orderPayload(820982911946154508n, {
          currency: shop,
          line_items: [
            ...lines.map(({ id, quantity, price, presented, discounts, ships }) =>
              lineOf(id, {
                quantity,
                current_quantity: quantity,
                requires_shipping: ships,
                price_set: set(price, presented),
                discount_allocations: discounts.map((discount) => ({ amount_set: set(discount, discount) })),
              }),
            ),
            lineOf(1_000_000_000_000_000_001n, { price_set: set(100, 100) }),
            protectionLineOf(1_000_000_000_000_000_002n, 'token', { price_set: set(7, 9) }),
          ],
          ...Object.fromEntries(
            ['subtotal_price', 'total_discounts', 'total_shipping_price', 'total_tax', 'total_price'].map((name) => [`${name}_set`, set(1, 2)]),
          ),
        })
        const shipped = lines.filter(({ ships }) => ships)

        const { order, update, paid } = reportOf(payload, { quotes: new Map([['token', sealedQuote()]]) })

        assert.deepEqual(orderSchema.safeParse(order).error?.issues, undefined)
        assert.deepEqual(orderUpdateSchema.safeParse(update).error?.issues, undefined)
        for (const [index, one] of lines.entries()) {
          const [created, updated] = [order.line_items[index]!, update!.line_items[index]!]
          assert.equal(created.shop_line_item_id, String(one.id))
          assert.equal(created.quantity, one.quantity)
          assert.equal(created.is_insured, one.ships)
          assert.deepEqual(created.unit_price, { cents: one.price, currency: shop })
          assert.deepEqual(created.total_price, { cents: discounted(one.price, one), currency: shop })
          assert.deepEqual(created.total_price_presentment, { cents: discounted(one.presented, one), currency: presentment })
          assert.deepEqual(updated.total_price, { cents: discounted(one.presented, one), currency: presentment })
        }
        assert.deepEqual(order.amount_insured, { cents: sum(shipped.map((one) => discounted(one.price, one))) + 200, currency: shop })
        assert.deepEqual(order.amount_insured_presentment, { cents: sum(shipped.map((one) => discounted(one.presented, one))) + 200, currency: presentment })
        assert.deepEqual(paid!.lines[0]!.presented, { cents: 9, currency: presentment })
      }),
      runs(300),
    )
  })
})

/** The faults that the service would report. Provinces are left to the service itself, because no order waits for one. */
const faults = (schema: z.ZodType, body: unknown) => (schema.safeParse(body).error?.issues ?? []).filter(({ path }) => path[1] !== 'province_code')

/** Values that may stand in a payload instead of the expected one. */
const strange = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    ' ',
    0,
    -1,
    1.5,
    true,
    [],
    {},
    [[]],
    '..',
    'x'.repeat(400),
    'ZZ',
    'USD',
    '\u0000',
    '2026-13-45',
    9_007_199_254_740_993n,
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Replaces one value of a payload. */
function spoiled(value: unknown, at: number, what: unknown): unknown {
  let left = at
  const walk = (part: unknown): unknown => {
    if (left-- === 0) return what
    if (Array.isArray(part)) return part.map(walk)
    if (typeof part === 'object' && part !== null) return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, walk(inner)]))
    return part
  }
  return walk(value)
}

describe('any payload of a platform', () => {
  const order = orderPayload(820982911946154508n, {
    line_items: [lineOf(11n, { discount_allocations: [{ amount_set: moneySet('1.00') }] }), protectionLineOf(19n, 'token')],
    refunds: [refundPayload(5n, orderPayload(1n), [lineOf(11n, { quantity: 1 })])],
    note_attributes: [{ name: '_protection_quote', value: 'token' }],
  })
  const parcel = fulfillmentPayload(255858046n, order, { line_items: [lineOf(11n)] })
  const payloads: [topic: string, payload: Payload][] = [
    ['orders/create', order],
    ['fulfillments/create', parcel],
    ['fulfillment_events/create', eventPayload(94850n, parcel, 'in_transit')],
    ['refunds/create', refundPayload(5n, order, [protectionLineOf(19n, 'token')])],
  ]
  const around = { fallbackPhone: '+1 510 555 0100', quotes: new Map([['token', sealedQuote()]]) }

  test('either becomes reports that the service accepts, or is held with the name of the wrong field', () => {
    const seen = { mapped: 0, held: 0 }

    fc.assert(
      fc.property(fc.constantFrom(...payloads), fc.integer({ min: 1, max: 250 }), strange, ([topic, payload], at, what) => {
        try {
          const mapping = map(topic, spoiled(payload, at, what), around)
          seen.mapped += 1
          for (const { kind, body } of 'jobs' in mapping ? worksOf(mapping) : []) {
            if (kind === 'order') {
              assert.deepEqual(faults(orderSchema, (body as OrderReport).order), [])
              assert.deepEqual(faults(orderUpdateSchema, (body as OrderReport).update), [])
            }
            if (kind === 'shipment') assert.deepEqual(faults(shipmentSchema, (body as ShipmentReport).shipment), [])
            if (kind === 'shipment-event') assert.deepEqual(faults(shipmentEventSchema, body), [])
          }
        } catch (error) {
          if (!(error instanceof Unmappable)) throw error
          seen.held += 1
          assert.match(error.message, /^[\w.[\]]+ .+: .+/s)
        }
      }),
      runs(3_000),
    )

    assert.ok(seen.mapped > 300 && seen.held > 100, JSON.stringify(seen))
  })
})
