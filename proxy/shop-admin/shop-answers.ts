import { parse, stringify } from 'lossless-json'
import type { ZodType } from 'zod'
import { parseExactly } from '../http/json.ts'
import { Refusal } from '../http/problems.ts'

/** The error for a response that does not show whether the request was done: it is repeated, under the same key. */
export const unknownOutcome = (words: string, cause?: unknown) => new Refusal('upstream-unavailable', `the shop ${words.slice(0, 500)}`, { cause })

/** The error for a request that the shop has not begun: it is repeated when the obstacle is fixed or over. */
export const notStarted = (words: string, cause?: unknown) => new Refusal('not-configured', `the shop ${words.slice(0, 500)}`, { cause })

/** Parses a response of this shape. A response in another shape does not show whether the request was done, so it is repeated. */
export function readAnswer<Answer>(schema: ZodType<Answer>, text: string): Answer {
  let body: unknown
  try {
    body = parseExactly(text)
  } catch (cause) {
    throw unknownOutcome('sent a response that is not JSON', cause)
  }
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'answer'} ${message}`)
  throw unknownOutcome(`sent a response in another shape: ${faults.slice(0, 5).join('; ')}`, parsed.error)
}

/** Parses a response `{order}` in the platform's form. Numbers keep every digit, because ids are larger than JavaScript's exact numbers. */
export function toMadeOrder(text: string) {
  const { order } = parse(text) as { order: { id: unknown; name: unknown } }
  return {
    id: String(order.id),
    number: String(order.name).replace(/^#/, ''),
    payload: { platform: 'shopify' as const, text: stringify(order)! },
  }
}
