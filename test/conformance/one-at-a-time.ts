let last: Promise<unknown> = Promise.resolve()

/** Runs what changes a record that other checks change too, one after another. */
export function inTurn<Value>(run: () => Promise<Value>): Promise<Value> {
  const turn = last.then(run)
  last = turn.catch(() => undefined)
  return turn
}
