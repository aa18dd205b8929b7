import type { Endpoint } from '../../src/contract/endpoint.ts'

/** What to know of an operation before calling it, beside its types. */
export interface Traits {
  /** An answer says only that the service has taken it in; the effect comes later (`loyalty-api.md`, section 1). */
  forwarded?: true
  /** What it changes that somebody would miss; a person is asked before it is sent. */
  moves?: 'money' | 'tier' | 'membership' | 'webhooks'
  /** JobContext it again does it twice. It is not sent again before somebody has seen whether the first time took effect. */
  once?: true
  /** What leaving fields out means, where somebody might expect something else. */
  unsaid?: readonly Unsaid[]
  /** The input field for the cursor of the next page; the answer carries that cursor under the same name. */
  cursor?: string
  /** The answer lists things, so that it may be long; an answer with a cursor always does. */
  lists?: true
}

/** What an operation does without any of these fields. */
export interface Unsaid {
  readonly without: readonly string[]
  /** The end of the sentence that begins with them. */
  readonly means: string
}

/** What this input leaves unsaid, and what that means, a sentence each. */
export const unsaidIn = ({ unsaid = [] }: Traits, input: Readonly<Record<string, unknown>>, nameOf = (field: string) => field): string[] =>
  unsaid
    .filter(({ without }) => without.every((field) => input[field] === undefined))
    .map(({ without, means }) => `Without ${without.map(nameOf).join(' and ')}: ${means}.`)

/** An endpoint of a service, with what a command's help and a reference page say of it. */
export interface Operation<Input = never, Output = unknown> extends Endpoint<Input, Output>, Traits {
  /** One line, in the imperative, without a full stop. */
  readonly summary: string
}

/** The operations of a service by their verbs. */
export type Operations = Record<string, Operation>

/** An endpoint with a summary and traits, by which commands and documents know it. */
export const operation = <Input, Output>(summary: string, endpoint: Endpoint<Input, Output>, traits: Traits = {}): Operation<Input, Output> => ({
  ...endpoint,
  ...traits,
  summary,
})
