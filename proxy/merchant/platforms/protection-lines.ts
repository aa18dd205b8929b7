import type { Work } from '../../queue/work.ts'
import { platformRefundWork } from '../reports/works.ts'
import type { LineShare } from '../shop/shop.ts'

/** What was paid to protect an order of which nothing is shipped is given back. */
export const withoutGoods = (order: string, lines: LineShare[]): Work | undefined =>
  lines.length > 0 ? platformRefundWork({ order, reason: 'protection was paid for an order of which nothing is shipped', lines, tell: false }) : undefined
