import type { ZodError } from 'zod'

type Holder = Record<PropertyKey, unknown>

/**
 * Takes away from an answer what does not fit, as finely as that goes: a field, so that it counts as absent; with it whatever cannot be
 * without it, by its schema or since the field is `vital`; and what has nothing left then. False where that would be the whole answer.
 */
export function leaveOut(answer: unknown, { issues }: ZodError, vital: ReadonlySet<PropertyKey>): boolean {
  const entriesOut = new Map<unknown[], Set<PropertyKey>>()
  const gone = new Map<Holder, Set<PropertyKey>>()
  for (const { path } of issues) {
    const holders = holdersOf(answer, path)
    let depth = holders.length - 1
    for (; depth >= 0; depth -= 1) {
      const [holder, key] = [holders[depth]!, path[depth]!]
      if (Array.isArray(holder)) {
        // Taken out together at the end, so that the paths of others still lead to them.
        entriesOut.set(holder, (entriesOut.get(holder) ?? new Set()).add(key))
        break
      }
      // Another fault of the same record has taken it out already.
      if (gone.get(holder)?.has(key)) break
      const isThere = key in holder
      delete holder[key]
      gone.set(holder, (gone.get(holder) ?? new Set()).add(key))
      if (isThere && !vital.has(key) && !Object.values(holder).every(isNothing)) break
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

/** What is gone through on the way to a field, as far as it leads. */
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
