import { ZodPipe, ZodTransform, ZodUnknown, type ZodError, type ZodType } from 'zod'
import type { CallOptions, Client } from '../../src/contract/client.ts'
import type { Endpoints } from '../../src/contract/endpoint.ts'
import { Refusal, serviceFails } from '../http/problems.ts'
import { linesOf } from '../http/serve.ts'
import { removeInvalidParts } from './lenient-parse.ts'

/** A call was not sent, because the service would refuse it; `errors` has one line per fault, the field first. */
export class InputError extends Refusal {
  constructor(
    /** The operation that was not called. */
    readonly verb: string,
    lines: string[],
  ) {
    super('invalid-value', `Check ${lines.join(', ')}.`, { errors: lines })
  }
}

interface Checks<Table> {
  /** The input schema of each verb. */
  inputs: { readonly [Verb in keyof Table]: ZodType }
  /** The schema that each answer has to match before it is used. */
  answers: { readonly [Verb in keyof Table]: ZodType }
  /** Fields without which a record would have another meaning: if such a field is left out, so is its record. */
  essential?: ReadonlySet<string>
  /** Converts an input to the form that is checked and sent. */
  prepare?: (input: Record<string, unknown>, verb: keyof Table & string) => Record<string, unknown>
}

/** The options of a call of a checked client. */
export interface CheckedCallOptions extends CallOptions {
  /** If given, the caller accepts a partial answer: the smallest invalid parts are left out, and this function is called with the fault. */
  onLeftOut?: (fault: ZodError) => void
}

/** A client that checks its inputs and the answers. */
export type CheckedClient<Table> = {
  readonly [Verb in keyof Client<Table>]: (input: Parameters<Client<Table>[Verb]>[0], options?: CheckedCallOptions) => ReturnType<Client<Table>[Verb]>
}

type Call = (input: unknown, options?: CheckedCallOptions) => Promise<unknown>

/** Makes a client that checks every input before it is sent, and every answer before it is used. */
export function createCheckedClient<Table extends Endpoints>(
  client: Client<Table>,
  { inputs, answers, essential = new Set(), prepare = (input) => input }: Checks<Table>,
): CheckedClient<Table> {
  const check = (verb: keyof Table & string, call: Call): Call => {
    const [takes, answersWith] = [inputs[verb], answers[verb]]
    // If nothing is read from an answer, only its status counts (A2, A63).
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
      let parsedAnswer: ReturnType<typeof parseAnswer>
      try {
        parsedAnswer = parseAnswer(answersWith, answer, options?.onLeftOut && essential)
      } catch (error) {
        throw misread(verb, error as Error, found)
      }
      const { value, fault } = parsedAnswer
      if (fault) options?.onLeftOut?.(fault)
      return value
    }
  }
  return Object.fromEntries(Object.entries(client as Record<string, Call>).map(([verb, call]) => [verb, check(verb, call)])) as CheckedClient<Table>
}

/**
 * Parses an answer. If `vital` is given, invalid parts are left out, and `fault` describes them. Throws if nothing usable is left, or if a list has
 * too many entries or faults.
 */
function parseAnswer(schema: ZodType, answer: unknown, essential: ReadonlySet<string> | undefined): { value: unknown; fault: ZodError | undefined } {
  // A transform that finds or renames fields runs first, so that the path of a fault leads to the right place.
  if (essential && schema instanceof ZodPipe && schema.in instanceof ZodTransform) return parseAnswer(schema.out as ZodType, schema.in.parse(answer), essential)
  let parsed = schema.safeParse(answer)
  const fault = parsed.error
  // Each round removes a part of the answer, so the loop ends.
  while (!parsed.success && essential && removeInvalidParts(answer, parsed.error, essential)) parsed = schema.safeParse(answer)
  if (!parsed.success) throw fault!
  return { value: parsed.data, fault }
}

/** The kinds of unusable answers: not JSON, nothing instead of a record, or something else. */
type UnusableAnswer = 'no JSON' | 'nothing' | 'something else'

/** A service answered with a success status and an unusable answer. */
export class Misread extends Refusal {
  constructor(
    verb: string,
    cause: Error,
    readonly found: UnusableAnswer,
  ) {
    super('upstream-unavailable', serviceFails, {
      cause: new TypeError(`the answer to ${verb} has another shape`, { cause }),
    })
  }
}

/** Makes the error for an unusable answer. */
export const misread = (verb: string, cause: Error, found: UnusableAnswer = 'something else') => new Misread(verb, cause, found)

/** Whether an answer is empty, or has only fields that are null or undefined. */
const isNothing = (answer: unknown) => answer == null || (typeof answer === 'object' && Object.values(answer).every((value) => value == null))
