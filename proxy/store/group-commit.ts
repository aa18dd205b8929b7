interface Grouping {
  /** Items that one call takes. */
  most: number
  /** Whether an error may be the fault of a single item. */
  isOfOne: (error: unknown) => boolean
}

/** Puts what is handed in within one turn of the event loop, or while earlier ones are being dealt with, through one call of `act`. */
export function groupCommits<Item, Result>(act: (items: Item[]) => Promise<Result[]>, { most, isOfOne }: Grouping): (item: Item) => Promise<Result> {
  let waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  let busy = false

  async function job() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        const results = await act(batch.map(({ item }) => item))
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
      } catch (error) {
        // One that cannot be dealt with must not take the others with it; what none can have need not be tried with each.
        if (batch.length === 1 || !isOfOne(error)) for (const { reject } of batch) reject(error)
        else for (const one of batch) await act([one.item]).then(([result]) => one.resolve(result!), one.reject)
      }
      // What has come in meanwhile is to be gathered first.
      await new Promise((resolve) => setImmediate(resolve))
    }
    busy = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (busy) return
      busy = true
      setImmediate(() => void job())
    })
}
