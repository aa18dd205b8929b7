import { priceLeft } from '../protection/lines.ts'
import { claimableQuantity, lineOf, type ClaimedLine, type Resolution, type Sent } from './body.ts'

interface Requested {
  resolution: Resolution
  lines: readonly ClaimedLine[]
  /** The percentage by which a store credit may exceed the cost of the line. */
  creditBonus: number
}

/** Returns what is out of bounds in these lines, each fault with its place and field (A100). */
export function beyondBounds(sent: Sent, { resolution, lines, creditBonus }: Requested): string[] {
  return lines.flatMap((requested, index) => {
    const place = `line_items.${index}`
    const line = lineOf(sent, requested)
    if (!line) return [`${place}.shop_line_item_id is not in the order`]
    if (lines.findIndex(({ shop_line_item_id }) => shop_line_item_id === requested.shop_line_item_id) < index)
      return [`${place}.shop_line_item_id is named twice`]
    const quantity = claimableQuantity(sent, line)
    if (quantity === 0) return [`${place}.shop_line_item_id has nothing to claim: nothing of it was sent, or all is refunded`]
    const faults = []
    const { quantity_to_issue = quantity, to_issue_amount: amount } = requested
    if (quantity_to_issue < 1) faults.push(`${place}.quantity_to_issue is less than 1`)
    if (quantity_to_issue > quantity) faults.push(`${place}.quantity_to_issue is more than the ${quantity} that can be claimed`)
    const left = priceLeft(line)
    const bonus = resolution === 'store_credit' ? creditBonus : 0
    const most = Math.floor((left.cents * (100 + bonus)) / 100)
    if (amount && amount.cents < 1) faults.push(`${place}.to_issue_amount.cents is less than 1`)
    if (amount && amount.currency !== left.currency) faults.push(`${place}.to_issue_amount.currency is not ${left.currency}, that of the line`)
    else if (amount && amount.cents > most) faults.push(`${place}.to_issue_amount.cents is more than the ${most} that can be issued of the line`)
    return faults
  })
}
