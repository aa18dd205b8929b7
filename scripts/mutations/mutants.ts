import type { Mutant, ObservedMessage, Message } from './mutant.ts'
import { mutatedOperations } from './operations.ts'
import { isArbitrary, guaranteesOf } from './guarantees.ts'

/** Messages for people. The documents only promise that they exist, not their wording. */
const isMessageText = (place: string) => /(^|\.)message$|^error\.\*$/.test(place)

/** Returns every mutant of an operation that the observed responses allow: of its statuses, and of each place of its bodies. */
function mutantsOf(operation: string, observed: readonly ObservedMessage[]): Mutant[] {
  const groups = new Map<Message['status'], ObservedMessage[]>()
  for (const one of observed) if (one.operation === operation) groups.set(one.status, [...(groups.get(one.status) ?? []), one])
  return [...groups]
    .sort(([a], [b]) => Number(a) - Number(b))
    .flatMap(([status, messages]) => [...statusMutants(operation, status), ...bodyMutants(operation, status, messages)])
}

const isSuccess = (status: number) => status >= 200 && status < 300

function statusMutants(operation: string, status: Message['status']): Mutant[] {
  // Any 2xx is success (A2). So a success becomes a failure, and a refusal becomes a success and a failure of the service.
  const others = status === 'sent' ? (['suppressed'] as const) : isSuccess(Number(status)) ? [500] : [200, 500]
  return others.map((other) => ({
    operation,
    status,
    title: other === 'suppressed' ? 'never sent' : `${status} becomes ${other}`,
    change: (message) => (message.status === status ? { ...message, status: other } : undefined),
  }))
}

function bodyMutants(operation: string, status: Message['status'], observed: readonly Message[]): Mutant[] {
  const places = new Map<string, unknown>()
  for (const { body } of observed) collect(body, '', places)
  const at = (title: string, place: string, change: (value: unknown) => unknown): Mutant => ({
    operation,
    status,
    field: place.split('.').findLast((name) => name !== '*')!,
    title: `${status}, \`${place}\` ${title}`,
    change(message) {
      if (message.status !== status) return undefined
      const body = structuredClone(message.body)
      return rewrite(body, place.split('.'), change) ? { status, body } : undefined
    },
  })
  const guaranteeOf = guaranteesOf(operation, status)
  return [...places].flatMap(([place, value]) => {
    const guarantee = guaranteeOf(place, value)
    if (!guarantee) return []
    const isWhole = value === null || typeof value === 'object' || isMessageText(place)
    return [
      ...(guarantee === 'always' ? [at('dropped', place, () => undefined)] : []),
      ...(Array.isArray(value) ? [at('emptied', place, () => [])] : []),
      ...(isWhole ? [] : [isArbitrary(operation, place) ? at('the same each time', place, () => 'the-same-each-time') : at('altered', place, alter)]),
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

/** Selects the mutants of a run: the operations and events (empty: all), and every n-th mutant of each. */
export interface Selection {
  verbs: readonly string[]
  every: number
}

/** Reads the command line: `--every 4 getMember quote`. */
export function readSelection(words: readonly string[]): Selection {
  const place = words.indexOf('--every')
  if (place < 0) return { verbs: words, every: 1 }
  const every = Number(words[place + 1])
  if (!Number.isInteger(every) || every < 1) throw new Error('--every needs a whole number from 1, such as 4')
  return { verbs: words.filter((_, index) => index !== place && index !== place + 1), every }
}

/** Returns the selected mutants, in the order of the operations. */
export function mutantsIn(observed: readonly ObservedMessage[], { verbs, every }: Selection): Mutant[] {
  return mutatedOperations
    .filter((verb) => verbs.length === 0 || verbs.includes(verb))
    .flatMap((verb) => mutantsOf(verb, observed).filter((_, index) => index % every === 0))
}
