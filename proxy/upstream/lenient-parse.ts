import type { ZodError } from 'zod'

type Holder = Record<PropertyKey, unknown>

/**
 * Removes the smallest invalid parts from an answer: a field, which then counts as absent; the record of a field that is required or `vital`; and a
 * record that has nothing left. Returns false if this would remove the whole answer.
 */
export function removeInvalidParts(answer: unknown, { issues }: ZodError, essential: ReadonlySet<PropertyKey>): boolean {
  const entriesOut = new Map<unknown[], Set<PropertyKey>>()
  const gone = new Map<Holder, Set<PropertyKey>>()
  for (const { path } of issues) {
    const holders = holdersOf(answer, path)
    let depth = holders.length - 1
    for (; depth >= 0; depth -= 1) {
      const [holder, key] = [holders[depth]!, path[depth]!]
      if (Array.isArray(holder)) {
        // Entries are removed together at the end, so that the paths of other faults stay valid.
        entriesOut.set(holder, (entriesOut.get(holder) ?? new Set()).add(key))
        break
      }
      // Another fault of the same record has already removed it.
      if (gone.get(holder)?.has(key)) break
      const isThere = key in holder
      delete holder[key]
      gone.set(holder, (gone.get(holder) ?? new Set()).add(key))
      if (isThere && !essential.has(key) && !Object.values(holder).every(isNothing)) break
    }
    if (depth < 0) return false
  }
  for (const [list, out] of entriesOut) {
    let kept = 0
    list.forEach((entry, index) => {
      if (!out.has(index)) list[kept++] = entry
    })
    list.length = kept
  }
  return true
}

/** Returns the objects on the path to a field, as far as the path exists. */
function holdersOf(answer: unknown, path: readonly PropertyKey[]): Holder[] {
  const holders: Holder[] = []
  let place = answer
  for (const key of path) {
    if (place === null || typeof place !== 'object') break
    holders.push(place as Holder)
    place = (place as Holder)[key]
  }
  return holders
}

const isNothing = (value: unknown) => value === undefined || value === null || (Array.isArray(value) && value.length === 0)
