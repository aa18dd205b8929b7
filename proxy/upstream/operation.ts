import type { Endpoint } from '../../src/contract/endpoint.ts'

/** What to know of an operation before calling it, beside its types. */
export interface Traits {
  /** An answer says only that the service has taken it in; the effect comes later (`loyalty-api.md`, section 1). */
  forwarded?: true
  /** What it changes that somebody would miss; a person is asked before it is sent. */
  moves?: 'money' | 'tier' | 'membership' | 'webhooks'
  /** The input field for the cursor of the next page; the answer carries that cursor under the same name. */
  cursor?: string
}

/** An endpoint of a service, with what a command's help and a reference page say of it. */
export interface Operation<Input = never, Output = unknown> extends Endpoint<Input, Output>, Traits {
  /** One line, in the imperative, without a full stop. */
  readonly summary: string
}

/** The operations of a service by their verbs. */
export type Operations = Record<string, Operation>

export const operation = <Input, Output>(summary: string, endpoint: Endpoint<Input, Output>, traits: Traits = {}): Operation<Input, Output> => ({
  ...endpoint,
  ...traits,
  summary,
})
