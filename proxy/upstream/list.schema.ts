import { z } from 'zod'

/** The most entries of all lists in an answer together. A ledger of 4 MB has 15,000 entries; a huge number of empty entries would block the thread. */
const mostEntries = 30_000
/** The most faults in a list. With more, the answer is not the requested data, and to collect them takes a hundred times the time of the answer. */
const mostFaults = 2_000

/** The number of entries read from each answer; zod passes one context through the whole answer. */
const entriesRead = new WeakMap<object, number>()

/** A list in an answer, read entry by entry. Throws if there are too many entries or too many faults. */
const ListInAnswer: z.core.$constructor<z.ZodArray> = z.core.$constructor('ListInAnswer', (schema, definition) => {
  z.ZodArray.init(schema, definition)
  schema._zod.parse = (payload, context) => {
    const entries: unknown = payload.value
    if (!Array.isArray(entries)) {
      payload.issues.push({ code: 'invalid_type', expected: 'array', input: entries, inst: schema })
      return payload
    }
    const soFar = (entriesRead.get(context) ?? 0) + entries.length
    if (soFar > mostEntries) throw new TypeError(`the answer lists more than ${mostEntries} entries`)
    entriesRead.set(context, soFar)
    const read: unknown[] = []
    for (const [index, value] of (entries as unknown[]).entries()) {
      const entry = definition.element._zod.run({ value, issues: [] }, context)
      if (entry instanceof Promise) throw new z.core.$ZodAsyncError()
      payload.issues.push(...z.core.util.prefixIssues(index, entry.issues))
      if (payload.issues.length > mostFaults) throw new TypeError(`one list has more than ${mostFaults} faults`)
      read.push(entry.value)
    }
    payload.value = read
    return payload
  }
})

/** Makes the schema of a list in an answer of a service, with a bound on the entries that are read. */
export const list = <Item extends z.ZodType>(item: Item): z.ZodArray<Item> => new ListInAnswer({ type: 'array', element: item }) as unknown as z.ZodArray<Item>
