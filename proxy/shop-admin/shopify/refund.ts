import { createHash } from 'node:crypto'
import type { Money } from '../../../src/contract/money.ts'
import { unknownOutcome } from '../shop-answers.ts'
import { ShopRefusal, type LineShare, type Shop } from '../shop.ts'
import { fromGid, refuseOn, toGid, type Admin, type UserError } from './admin.ts'
import { toCents, toDecimal } from './decimal.ts'

/** Reads how the order's payments can be refunded for these lines, and the earlier refunds. */
const suggest = `query ($id: ID!, $lines: [RefundLineItemInput!]) {
  order(id: $id) {
    currencyCode
    presentmentCurrencyCode
    refunds(first: 250) { id note }
    suggestedRefund(refundLineItems: $lines) {
      suggestedTransactions { gateway parentTransaction { id } maximumRefundableSet { presentmentMoney { amount currencyCode } } }
    }
  }
}`

/** The directive is mandatory since 2026-04; the platform forgets keys after 24 hours (https://shopify.dev/docs/api/usage/implementing-idempotency). */
const create = `mutation ($input: RefundInput!, $key: String!) {
  refundCreate(input: $input) @idempotent(key: $key) { refund { id } userErrors { field message } }
}`

interface Suggestion {
  order: {
    currencyCode: string
    presentmentCurrencyCode: string
    refunds: { id: string; note: string | null }[]
    suggestedRefund: {
      suggestedTransactions: {
        gateway: string | null
        parentTransaction: { id: string } | null
        maximumRefundableSet: { presentmentMoney: { amount: string; currencyCode: string } } | null
      }[]
    } | null
  } | null
}

interface Created {
  refundCreate: { refund: { id: string } | null; userErrors: UserError[] }
}

/**
 * Refunds the value of these lines through the payments that paid for them. A refund carries its key in its note: a refund that is found
 * by its note is never made again; within a day the platform itself also prevents a second one.
 */
export async function createRefund(admin: Admin, { key, order, note, lines }: Parameters<Shop['refund']>[0]): Promise<{ id: string }> {
  const id = toGid('Order', order)
  const refundLineItems = lines
    .filter(({ quantity }) => quantity > 0)
    .map((line) => ({ lineItemId: toGid('LineItem', line.id), quantity: line.quantity, restockType: 'NO_RESTOCK' }))
  const { order: found } = await admin.ask<Suggestion>(suggest, { id, lines: refundLineItems })
  if (!found) throw new ShopRefusal(`there is no order ${order} in the shop`)
  const mark = `[${key}]`
  const earlier = found.refunds.find((refund) => refund.note?.includes(mark))
  if (earlier) return { id: fromGid(earlier.id) }

  const amount = inCustomersCurrency(lines, found)
  const transactions = spread(amount, found.suggestedRefund?.suggestedTransactions ?? []).map((part) => ({ ...part, orderId: id, kind: 'REFUND' }))
  const input = { orderId: id, currency: amount.currency, note: `${note.slice(0, 200)} ${mark}`, notify: true, refundLineItems, transactions }
  const { refundCreate } = await admin.ask<Created>(create, { input, key: toUuid(key) })
  refuseOn(refundCreate.userErrors)
  if (!refundCreate.refund) throw unknownOutcome('answered neither a refund nor why there is none')
  return { id: fromGid(refundCreate.refund.id) }
}

/** Refunds are made in the currency that the customer paid in (`RefundInput.currency`). */
function inCustomersCurrency(lines: readonly LineShare[], order: NonNullable<Suggestion['order']>): Money {
  const currency = order.presentmentCurrencyCode
  const amounts = lines.map(({ amount, presented }) => [presented, amount].find((money) => money?.currency === currency))
  if (amounts.some((money) => money === undefined)) throw new ShopRefusal(`the customer paid in ${currency}, and not every amount is in this currency`)
  return { cents: amounts.reduce((sum, money) => sum + money!.cents, 0), currency }
}

type Payment = NonNullable<NonNullable<Suggestion['order']>['suggestedRefund']>['suggestedTransactions'][number]

/** Distributes the amount to the payments one after the other, each with no more than it can refund. */
function spread({ cents, currency }: Money, payments: readonly Payment[]): { parentId: string; gateway: string; amount: string }[] {
  let left = cents
  const parts = payments.flatMap(({ gateway, parentTransaction, maximumRefundableSet }) => {
    const share = Math.min(left, maximumRefundableSet ? toCents(maximumRefundableSet.presentmentMoney) : 0)
    if (!gateway || !parentTransaction || share <= 0) return []
    left -= share
    return [{ parentId: parentTransaction.id, gateway, amount: toDecimal({ cents: share, currency }) }]
  })
  if (left > 0) throw new ShopRefusal(`${toDecimal({ cents: left, currency })} ${currency} more than the order's payments can give back`)
  return parts
}

/** A name-based UUID (RFC 9562, 5.5): the platform recommends UUIDs as keys. */
function toUuid(name: string): string {
  const bytes = createHash('sha1').update(Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')).update(name).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
