import { ZodPipe, ZodTransform, ZodUnknown, type ZodError, type ZodType } from 'zod'
import type { CallOptions, Client } from '../../src/contract/client.ts'
import type { Endpoints } from '../../src/contract/endpoint.ts'
import { Refusal } from '../http/problems.ts'
import { linesOf } from '../http/serve.ts'
import { leaveOut } from './lenient-parse.ts'

/** A call was not sent, since the service could only refuse it; `errors` has one line per fault, the field first. */
export class InputError extends Refusal {
  constructor(
    /** What was to be called. */
    readonly verb: string,
    lines: string[],
  ) {
    super('invalid-value', `Check ${lines.join(', ')}.`, { errors: lines })
  }
}

interface Checks<Table> {
  /** What each verb takes. */
  inputs: { readonly [Verb in keyof Table]: ZodType }
  /** What has to be in each answer before anyone relies on it. */
  answers: { readonly [Verb in keyof Table]: ZodType }
  /** Fields of an answer without which the record that they are in would tell something else: it goes with them. */
  vital?: ReadonlySet<string>
  /** Puts an input into the words that are checked and sent. */
  prepare?: (input: Record<string, unknown>, verb: keyof Table & string) => Record<string, unknown>
}

/** What one call of a checked client may add. */
export interface CheckedCallOptions extends CallOptions {
  /** The caller can do with less: what does not fit is left out of the answer, as little as that can be, and told here. */
  leftOut?: (fault: ZodError) => void
}

/** A client that checks what it sends and gets. */
export type CheckedClient<Table> = {
  readonly [Verb in keyof Client<Table>]: (input: Parameters<Client<Table>[Verb]>[0], options?: CheckedCallOptions) => ReturnType<Client<Table>[Verb]>
}

type Call = (input: unknown, options?: CheckedCallOptions) => Promise<unknown>

/** The same client, strict in what it sends and careful with what it gets: nothing that comes from outside is trusted. */
export function checked<Table extends Endpoints>(
  client: Client<Table>,
  { inputs, answers, vital = new Set(), prepare = (input) => input }: Checks<Table>,
): CheckedClient<Table> {
  const check = (verb: keyof Table & string, call: Call): Call => {
    const [takes, answersWith] = [inputs[verb], answers[verb]]
    // Where nothing is read from an answer, its status says all (A2, A63).
    const reads = !(answersWith instanceof ZodUnknown)
    return async (given, options) => {
      const input = prepare(given as Record<string, unknown>, verb)
      const fit = takes.safeParse(input)
      if (!fit.success) throw new InputError(verb, linesOf(fit.error))
      let answer: unknown
      try {
        answer = await call(input, options)
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
        if (reads) throw misread(verb, error, 'no JSON')
      }
      const found = isNothing(answer) ? 'nothing' : 'something else'
      let understood: ReturnType<typeof understand>
      try {
        understood = understand(answersWith, answer, options?.leftOut && vital)
      } catch (error) {
        throw misread(verb, error as Error, found)
      }
      const { value, fault } = understood
      if (fault) options?.leftOut?.(fault)
      return value
    }
  }
  return Object.fromEntries(Object.entries(client as Record<string, Call>).map(([verb, call]) => [verb, check(verb, call)])) as CheckedClient<Table>
}

/**
 * An answer as its schema has it; where `vital` fields are named, without what does not fit, and `fault` tells what that was. Throws where
 * nothing can be made of it, as the schema itself does where more is wrong than it can tell.
 */
function understand(schema: ZodType, answer: unknown, vital: ReadonlySet<string> | undefined): { value: unknown; fault: ZodError | undefined } {
  // What is found or renamed first is so first, so that the path of a fault leads to its place.
  if (vital && schema instanceof ZodPipe && schema.in instanceof ZodTransform) return understand(schema.out as ZodType, schema.in.parse(answer), vital)
  let parsed = schema.safeParse(answer)
  const fault = parsed.error
  // Each turn takes something away, so that there is an end.
  while (!parsed.success && vital && leaveOut(answer, parsed.error, vital)) parsed = schema.safeParse(answer)
  if (!parsed.success) throw fault!
  return { value: parsed.data, fault }
}

/** What an answer is that cannot be believed: no JSON at all, nothing where a record should be, or something else. */
type Unbelievable = 'no JSON' | 'nothing' | 'something else'

/** A service answered with success, and with something that cannot be believed. */
export class Misread extends Refusal {
  constructor(
    verb: string,
    cause: Error,
    readonly found: Unbelievable,
  ) {
    super('upstream-unavailable', 'The service cannot be used right now. Try again in a while.', {
      cause: new TypeError(`the answer to ${verb} has another shape`, { cause }),
    })
  }
}

/** What is thrown where an answer cannot be believed. */
export const misread = (verb: string, cause: Error, found: Unbelievable = 'something else') => new Misread(verb, cause, found)

/** Whether nothing stands where a record should, or only names of what is not there. */
const isNothing = (answer: unknown) => answer == null || (typeof answer === 'object' && Object.values(answer).every((value) => value == null))
