import type { Endpoint } from '../../src/contract/endpoint.ts'

/** Properties of an operation that a caller has to know, in addition to its types. */
export interface Traits {
  /** An answer only says that the service has accepted the request; the effect comes later (`loyalty-api.md`, section 1). */
  forwarded?: true
  /** What the operation changes at a cost to people; a person has to confirm it before it is sent. */
  moves?: 'money' | 'tier' | 'membership' | 'webhooks'
  /** A repeat takes effect twice. The operation is not sent again before it is known whether the first request took effect. */
  once?: true
  /** The meaning of absent fields, if a caller might expect something else. */
  defaults?: readonly DefaultMeaning[]
  /** The input field for the cursor of the next page; the answer carries that cursor under the same name. */
  cursor?: string
  /** The answer contains a list, so it may be long; an answer with a cursor always contains one. */
  lists?: true
}

/** The meaning of an input without any of these fields. */
export interface DefaultMeaning {
  readonly without: readonly string[]
  /** The end of the sentence that begins with the fields. */
  readonly means: string
}

/** Returns the meanings of the fields that this input leaves out, one sentence each. */
export const defaultsIn = ({ defaults = [] }: Traits, input: Readonly<Record<string, unknown>>, nameOf = (field: string) => field): string[] =>
  defaults
    .filter(({ without }) => without.every((field) => input[field] === undefined))
    .map(({ without, means }) => `Without ${without.map(nameOf).join(' and ')}: ${means}.`)

/** An endpoint of a service, with its description for the help of a command and for a reference page. */
export interface Operation<Input = never, Output = unknown> extends Endpoint<Input, Output>, Traits {
  /** One line, in the imperative, without a full stop. */
  readonly summary: string
}

/** The operations of a service by their verbs. */
export type Operations = Record<string, Operation>

/** Makes an operation: an endpoint with a summary and traits for commands and documents. */
export const operation = <Input, Output>(summary: string, endpoint: Endpoint<Input, Output>, traits: Traits = {}): Operation<Input, Output> => ({
  ...endpoint,
  ...traits,
  summary,
})
