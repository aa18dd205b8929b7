import type { LineItemDto } from '../upstream/protection.ts'
import { shareOf } from './payload.ts'

/**
 * Distributes the goods of a parcel to its boxes, in order and as evenly as possible: the platform does not say which box holds what. Together the
 * boxes hold exactly what was sent, to the piece and to the cent. A box that is left over stays empty.
 */
export function distributeGoods(lines: readonly LineItemDto[], boxes: number): LineItemDto[][] {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const boxesOfGoods: LineItemDto[][] = []
  for (let box = 0; box < boxes; box += 1) {
    const [from, to] = [pieces * box, pieces * (box + 1)].map((before) => Math.ceil(before / boxes)) as [number, number]
    let start = 0
    boxesOfGoods.push(
      lines.flatMap((line) => {
        const [first, last] = [from, to].map((edge) => Math.min(line.quantity, Math.max(0, edge - start))) as [number, number]
        start += line.quantity
        return last > first ? [partOf(line, first, last)] : []
      }),
    )
  }
  return boxesOfGoods
}

/** The pieces of a line from `first` to `last`, with their part of its price. */
function partOf(line: LineItemDto, first: number, last: number): LineItemDto {
  const { quantity, total_price: total, total_price_presentment: presented } = line
  const part = (price: LineItemDto['total_price']) => ({ ...price, cents: upTo(price.cents, last, quantity) - upTo(price.cents, first, quantity) })
  return { ...line, quantity: last - first, total_price: part(total), ...(presented && { total_price_presentment: part(presented) }) }
}

const upTo = (cents: number, pieces: number, of: number) => (pieces === 0 ? 0 : shareOf(cents, pieces, of))
