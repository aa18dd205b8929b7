import type { ZodType } from 'zod'
import { parseExactly } from '../http/json.ts'
import { Refusal } from '../http/problems.ts'

/** The shop has said something from which nobody can tell whether it was done: it is asked again, under the same key. */
export const unclear = (words: string, cause?: unknown) => new Refusal('upstream-unavailable', `the shop ${words.slice(0, 500)}`, { cause })

/** The shop has said that it has not begun with it: it is asked again, once what keeps it is mended or over. */
export const undone = (words: string, cause?: unknown) => new Refusal('not-configured', `the shop ${words.slice(0, 500)}`, { cause })

/** An answer in the shape that it has to have. One that has another tells nothing of whether it was done, and is asked for again. */
export function readAnswer<Answer>(schema: ZodType<Answer>, text: string): Answer {
  let body: unknown
  try {
    body = parseExactly(text)
  } catch (cause) {
    throw unclear('answered no JSON', cause)
  }
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'answer'} ${message}`)
  throw unclear(`answered in another shape: ${faults.slice(0, 5).join('; ')}`, parsed.error)
}
