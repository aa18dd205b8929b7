import { z } from 'zod'
import { catalogue, type Family } from '../../proxy/upstream/catalogue.ts'

/** Families whose documents list every field of every answer. */
const listed = new Set(['protection'])
/** Operations of theirs of whose answer no document lists a field (P112, P130). */
const silent = new Set(['refundInsurance', 'addInsurance'])

/** The field names that the tables of the services hold for an operation's answer; nothing where its document lists all of them. */
function namesOf(verb: string): Set<string> | undefined {
  const [family, { answers }] = Object.entries(catalogue as Record<string, Family>).find(([, { operations }]) => verb in operations)!
  if (listed.has(family)) return undefined
  const names = new Set<string>()
  let isOpen = false
  const visit = (schema: unknown): void => {
    if (schema === null || typeof schema !== 'object') return
    const { properties, ...rest } = schema as { properties?: Record<string, unknown> }
    // A record whose fields the document names itself, such as spend by period (L53).
    isOpen ||= 'propertyNames' in rest
    for (const [name, one] of Object.entries(properties ?? {})) {
      names.add(name)
      visit(one)
    }
    for (const one of Object.values(rest)) visit(one)
  }
  visit(z.toJSONSchema(answers[verb]!, { io: 'input', unrepresentable: 'any' }))
  return isOpen ? undefined : names
}

/**
 * Whether a document or an assumption promises what stands at that place of a successful answer. Answers may hold more, and a service that leaves
 * that out does nothing wrong; of an operation that only says that it was taken in, no field is promised.
 */
export function promisedIn(verb: string): (place: string, value: unknown) => boolean {
  const names = namesOf(verb)
  if (silent.has(verb)) return () => false
  if (!names) return () => true
  return (place, value) => {
    const parts = place.split('.').filter((part) => part !== '*')
    const [envelope, ...fields] = parts
    if (envelope === 'message') return true
    // A5: a list stands in `data`, or in it under a name of its own.
    if (names.size > 0 && fields.length < 2 && Array.isArray(value)) return true
    return fields.length > 0 ? names.has(fields.at(-1)!) : names.size > 0 && envelope !== 'data' && names.has(envelope!)
  }
}

/**
 * Whether a refusal promises what stands at that place: the loyalty service always says why (A3), the protection service with 422 alone (P144 to
 * P146). Of the track interface no document shows a refusal (P148).
 */
export function promisedInRefusal(verb: string, status: number): (place: string) => boolean {
  const saysWhy = status === 422 && !(verb in catalogue.track.operations)
  return (place) => place === 'message' || (saysWhy && /^error(\.|$)/.test(place))
}
