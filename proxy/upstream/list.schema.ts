import { z } from 'zod'

/** What an answer may hold in all its lists together: a ledger of 4 MB has 15,000 entries, and a crowd of empty ones would keep everybody waiting. */
const mostEntries = 30_000
/** After so many faults the answer is something else than what was asked for; to gather more of them takes a hundred times what the answer takes. */
const mostFaults = 2_000

/** How many entries have been read of each answer that is being read; zod hands one context through all of it. */
const entriesRead = new WeakMap<object, number>()

/** A list in an answer, read entry by entry. Throws where it is another thing for certain, or a crowd. */
const ListInAnswer: z.core.$constructor<z.ZodArray> = z.core.$constructor('ListInAnswer', (schema, definition) => {
  z.ZodArray.init(schema, definition)
  schema._zod.parse = (payload, context) => {
    const entries: unknown = payload.value
    if (!Array.isArray(entries)) {
      payload.issues.push({ code: 'invalid_type', expected: 'array', input: entries, inst: schema })
      return payload
    }
    const soFar = (entriesRead.get(context) ?? 0) + entries.length
    if (soFar > mostEntries) throw new TypeError(`it lists more than ${mostEntries} things`)
    entriesRead.set(context, soFar)
    const read: unknown[] = []
    for (const [index, value] of (entries as unknown[]).entries()) {
      const entry = definition.element._zod.run({ value, issues: [] }, context)
      if (entry instanceof Promise) throw new z.core.$ZodAsyncError()
      payload.issues.push(...z.core.util.prefixIssues(index, entry.issues))
      if (payload.issues.length > mostFaults) throw new TypeError(`more than ${mostFaults} things are wrong in one list`)
      read.push(entry.value)
    }
    payload.value = read
    return payload
  }
})

/** A list of these in an answer of a service, with a bound to what is read of it. */
export const list = <Item extends z.ZodType>(item: Item): z.ZodArray<Item> => new ListInAnswer({ type: 'array', element: item }) as unknown as z.ZodArray<Item>
