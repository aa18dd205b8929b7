import { ZodUnknown, type ZodType } from 'zod'
import type { CallOptions, Client } from '../../src/contract/client.ts'
import type { Endpoints } from '../../src/contract/endpoint.ts'
import { Refusal } from '../problems.ts'
import { linesOf } from '../serve.ts'

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
  /** Puts an input into the words that are checked and sent. */
  prepare?: (input: Record<string, unknown>, verb: keyof Table & string) => Record<string, unknown>
}

type Call = (input: unknown, options?: CallOptions) => Promise<unknown>

/** The same client, strict in what it sends and careful with what it gets: nothing that comes from outside is trusted. */
export function checked<Table extends Endpoints>(client: Client<Table>, { inputs, answers, prepare = (input) => input }: Checks<Table>): Client<Table> {
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
        if (reads) throw misread(verb, error)
      }
      const parsed = answersWith.safeParse(answer)
      if (!parsed.success) throw misread(verb, parsed.error)
      return parsed.data
    }
  }
  return Object.fromEntries(Object.entries(client as Record<string, Call>).map(([verb, call]) => [verb, check(verb, call)])) as Client<Table>
}

/** What is thrown where an answer cannot be believed. */
export const misread = (verb: string, cause: Error) =>
  new Refusal('upstream-unavailable', 'The service cannot be used right now. Try again in a while.', {
    cause: new TypeError(`the answer to ${verb} has another shape`, { cause }),
  })
