import type { Observed } from './front.ts'
import { operations } from './operations.ts'
import { promisedIn, promisedInRefusal } from './promised.ts'

/** What an operation answers: its status and its body as JSON. */
interface Answered {
  status: number
  body: unknown
}

/** One change to every answer of an operation. */
export interface Mutant {
  operation: string
  /** The status of the answers that are changed. */
  status: number
  /** Whether something in the body is changed, and not the status. */
  isInBody: boolean
  /** The name of the field that is changed, if it is one. */
  field?: string
  /** What is changed, in words. */
  title: string
  /** The changed answer; nothing where this answer holds nothing of what is changed. */
  change(answered: Answered): Answered | undefined
}

/** Words for people, of which no document says more than that they are there. */
const isProse = (place: string) => /(^|\.)message$|^error\.\*$/.test(place)

/** Every mutant of an operation that its observed answers allow: statuses, and each place of their bodies. */
function mutantsOf(operation: string, answers: readonly Observed[]): Mutant[] {
  const own = answers.filter((answer) => answer.operation === operation)
  const groups = new Map<number, Answered[]>()
  for (const answer of own) groups.set(answer.status, [...(groups.get(answer.status) ?? []), answer])
  return [...groups]
    .sort(([a], [b]) => a - b)
    .flatMap(([status, answered]) => [...statusMutants(operation, status), ...bodyMutants(operation, status, answered)])
}

const isSuccess = (status: number) => status >= 200 && status < 300

function statusMutants(operation: string, status: number): Mutant[] {
  // Any 2xx is success (A2), so a success becomes a failure, and a refusal a success and a failure of the service.
  const others = isSuccess(status) ? [500] : [200, 500]
  return others.map((other) => ({
    operation,
    status,
    isInBody: false,
    title: `${status} becomes ${other}`,
    change: (answered) => (answered.status === status ? { ...answered, status: other } : undefined),
  }))
}

function bodyMutants(operation: string, status: number, answered: readonly Answered[]): Mutant[] {
  const places = new Map<string, unknown>()
  for (const { body } of answered) collect(body, '', places)
  const at = (title: string, place: string, change: (value: unknown) => unknown): Mutant => ({
    operation,
    status,
    isInBody: true,
    field: place.split('.').findLast((name) => name !== '*')!,
    title: `${status}, \`${place}\` ${title}`,
    change(answer) {
      if (answer.status !== status) return undefined
      const body = structuredClone(answer.body)
      return rewrite(body, place.split('.'), change) ? { status, body } : undefined
    },
  })
  const isPromised = isSuccess(status) ? promisedIn(operation) : promisedInRefusal(operation, status)
  const promised = [...places].filter(([place, value]) => isPromised(place, value))
  return promised.flatMap(([place, value]) => [
    at('dropped', place, () => undefined),
    ...(Array.isArray(value) ? [at('emptied', place, () => [])] : []),
    ...(value === null || typeof value === 'object' || isProse(place) ? [] : [at('altered', place, alter)]),
  ])
}

/** The mutant that takes the whole body away: a check that does not notice it reads nothing of that body. */
export const withoutBody = ({ operation, status }: Mutant): Mutant => ({
  operation,
  status,
  isInBody: true,
  title: `${status}, without its body`,
  change: (answer) => (answer.status === status ? { status, body: {} } : undefined),
})

/** Every place of a body, such as `data.credits.*.amount`, with a value that was seen there. */
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

/** Replaces what stands at a place; answers whether anything did. */
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

/** Another value of the same kind. */
function alter(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (typeof value !== 'string') return 'altered'
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return new Date(Date.parse(value) + 86_400_000).toISOString()
  return /^\d+$/.test(value) ? `${value}1` : `${value}x`
}

/** Which mutants are judged: those of these operations, or of all, and of them each one or every n-th. */
export interface Wanted {
  verbs: readonly string[]
  every: number
}

/** What the command line asks for: `--every 4 getMember quote`. */
export function readWanted(words: readonly string[]): Wanted {
  const place = words.indexOf('--every')
  if (place < 0) return { verbs: words, every: 1 }
  const every = Number(words[place + 1])
  if (!Number.isInteger(every) || every < 1) throw new Error('--every takes a whole number from 1; 4, for example')
  return { verbs: words.filter((_, index) => index !== place && index !== place + 1), every }
}

/** The mutants that are wanted, in the order of the operations. */
export function mutantsIn(answers: readonly Observed[], { verbs, every }: Wanted): Mutant[] {
  return operations
    .filter((verb) => verbs.length === 0 || verbs.includes(verb))
    .flatMap((verb) => mutantsOf(verb, answers).filter((_, index) => index % every === 0))
}
