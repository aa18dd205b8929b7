interface Grouping {
  /** The most items of one call. */
  batchSize: number
  /** Whether a single item may have caused an error. */
  isOfOne: (error: unknown) => boolean
}

/** Groups items into one call of `act`: those of one turn of the event loop, and those that come in while an earlier call runs. */
export function groupCommits<Item, Result>(act: (items: Item[]) => Promise<Result[]>, { batchSize, isOfOne }: Grouping): (item: Item) => Promise<Result> {
  let waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  let busy = false

  async function runAll() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize)
      waiting = waiting.slice(batchSize)
      try {
        const results = await act(batch.map(({ item }) => item))
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
      } catch (error) {
        // An item that causes an error must not make the others fail, so each is tried alone. An error of the store itself rejects all of them at once.
        if (batch.length === 1 || !isOfOne(error)) for (const { reject } of batch) reject(error)
        else for (const one of batch) await act([one.item]).then(([result]) => one.resolve(result!), one.reject)
      }
      // Lets items of the current turn come in first, so that the next call includes them.
      await new Promise((resolve) => setImmediate(resolve))
    }
    busy = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (busy) return
      busy = true
      setImmediate(() => void runAll())
    })
}
