/** The most rows of one statement. Each row has a value for every column, and a statement accepts 32,766 values. */
const rowsAtOnce = 200

/** Splits a list into lists that each fit into one statement. */
export function chunks<One>(all: readonly One[]): One[][] {
  const some: One[][] = []
  for (let at = 0; at < all.length; at += rowsAtOnce) some.push(all.slice(at, at + rowsAtOnce))
  return some
}
