import type { Mutant, Observed, Said } from './mutant.ts'
import { judged } from './operations.ts'
import { isMadeUp, promisedBy } from './promised.ts'

/** Texts for people. The documents promise only that these texts exist. */
const isProse = (place: string) => /(^|\.)message$|^error\.\*$/.test(place)

/** Returns every mutant of an operation that the observed responses allow: of its statuses, and of each place of its bodies. */
function mutantsOf(operation: string, answers: readonly Observed[]): Mutant[] {
  const groups = new Map<Said['status'], Observed[]>()
  for (const answer of answers) if (answer.operation === operation) groups.set(answer.status, [...(groups.get(answer.status) ?? []), answer])
  return [...groups]
    .sort(([a], [b]) => Number(a) - Number(b))
    .flatMap(([status, said]) => [...statusMutants(operation, status), ...bodyMutants(operation, status, said)])
}

const isSuccess = (status: number) => status >= 200 && status < 300

function statusMutants(operation: string, status: Said['status']): Mutant[] {
  // Any 2xx is success (A2). So a success becomes a failure, and a refusal becomes a success and a failure of the service.
  const others = status === 'sent' ? (['kept'] as const) : isSuccess(Number(status)) ? [500] : [200, 500]
  return others.map((other) => ({
    operation,
    status,
    title: other === 'kept' ? 'never sent' : `${status} becomes ${other}`,
    change: (said) => (said.status === status ? { ...said, status: other } : undefined),
  }))
}

function bodyMutants(operation: string, status: Said['status'], observed: readonly Said[]): Mutant[] {
  const places = new Map<string, unknown>()
  for (const { body } of observed) collect(body, '', places)
  const at = (title: string, place: string, change: (value: unknown) => unknown): Mutant => ({
    operation,
    status,
    field: place.split('.').findLast((name) => name !== '*')!,
    title: `${status}, \`${place}\` ${title}`,
    change(said) {
      if (said.status !== status) return undefined
      const body = structuredClone(said.body)
      return rewrite(body, place.split('.'), change) ? { status, body } : undefined
    },
  })
  const promised = promisedBy(operation, status)
  return [...places].flatMap(([place, value]) => {
    const extent = promised(place, value)
    if (!extent) return []
    const isWhole = value === null || typeof value === 'object' || isProse(place)
    return [
      ...(extent === 'always' ? [at('dropped', place, () => undefined)] : []),
      ...(Array.isArray(value) ? [at('emptied', place, () => [])] : []),
      ...(isWhole ? [] : [isMadeUp(operation, place) ? at('the same each time', place, () => 'the-same-each-time') : at('altered', place, alter)]),
    ]
  })
}

/** Collects every place of a body, such as `data.credits.*.amount`, with a value that was seen there. */
function collect(value: unknown, place: string, places: Map<string, unknown>) {
  if (place && !place.endsWith('*') && (places.get(place) ?? undefined) === undefined) places.set(place, value)
  if (value === null || typeof value !== 'object') {
    if (place.endsWith('*')) places.set(place, value)
    return
  }
  const prefix = place && `${place}.`
  if (Array.isArray(value)) for (const one of value) collect(one, `${prefix}*`, places)
  else for (const [name, one] of Object.entries(value)) collect(one, prefix + name, places)
}

/** Replaces the values at a place; returns whether there were any. */
function rewrite(holder: unknown, [name = '', ...rest]: readonly string[], change: (value: unknown) => unknown): boolean {
  if (holder === null || typeof holder !== 'object') return false
  const record = holder as Record<string, unknown>
  const names = name === '*' ? (Array.isArray(holder) ? Object.keys(holder) : []) : Object.hasOwn(record, name) ? [name] : []
  let isChanged = false
  for (const one of names.reverse()) {
    if (rest.length > 0) {
      isChanged = rewrite(record[one], rest, change) || isChanged
      continue
    }
    const value = change(record[one])
    if (value !== undefined) record[one] = value
    else if (Array.isArray(holder)) holder.splice(Number(one), 1)
    else delete record[one]
    isChanged = true
  }
  return isChanged
}

/** Returns another value of the same type. */
function alter(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (typeof value !== 'string') return 'altered'
  if (value === 'POST') return 'PUT'
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return new Date(Date.parse(value) + 86_400_000).toISOString()
  return /^\d+$/.test(value) ? `${value}1` : `${value}x`
}

/** Which mutants are judged: those of these operations and events (or of all), and of each operation every n-th. */
export interface Wanted {
  verbs: readonly string[]
  every: number
}

/** Reads the command line: `--every 4 getMember quote`. */
export function readWanted(words: readonly string[]): Wanted {
  const place = words.indexOf('--every')
  if (place < 0) return { verbs: words, every: 1 }
  const every = Number(words[place + 1])
  if (!Number.isInteger(every) || every < 1) throw new Error('--every needs a whole number from 1, such as 4')
  return { verbs: words.filter((_, index) => index !== place && index !== place + 1), every }
}

/** Returns the wanted mutants, in the order of the operations. */
export function mutantsIn(answers: readonly Observed[], { verbs, every }: Wanted): Mutant[] {
  return judged
    .filter((verb) => verbs.length === 0 || verbs.includes(verb))
    .flatMap((verb) => mutantsOf(verb, answers).filter((_, index) => index % every === 0))
}
