/** Rows that one statement takes; each has a value for every column, and a statement takes 32,766 of them. */
const rowsAtOnce = 200

/** Splits a list into lists that one statement takes. */
export function chunks<One>(all: readonly One[]): One[][] {
  const some: One[][] = []
  for (let at = 0; at < all.length; at += rowsAtOnce) some.push(all.slice(at, at + rowsAtOnce))
  return some
}
