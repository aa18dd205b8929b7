/** One operation of an HTTP API: where it lives, what it takes, what it answers. */
export interface Endpoint<Input = never, Output = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** URL path; `:name` stands for the input field of that name. */
  readonly path: string
  /** The status that means done, when it is not 200. */
  readonly status?: number
  /** Never set. Carries both types from the table to the client and to the server. */
  readonly signature?: (input: Input) => Output
}

/** An API: its verbs, each with its endpoint. */
export type Endpoints = Record<string, Endpoint>

export type InputOf<E extends Endpoint> = Parameters<NonNullable<E['signature']>>[0]
export type OutputOf<E extends Endpoint> = ReturnType<NonNullable<E['signature']>>

export const get = <Input, Output>(path: string): Endpoint<Input, Output> => ({ method: 'GET', path })
export const post = <Input, Output>(path: string, status?: number): Endpoint<Input, Output> => ({ method: 'POST', path, status })
export const put = <Input, Output>(path: string): Endpoint<Input, Output> => ({ method: 'PUT', path })
export const patch = <Input, Output>(path: string, status?: number): Endpoint<Input, Output> => ({ method: 'PATCH', path, status })
export const del = <Input, Output>(path: string): Endpoint<Input, Output> => ({ method: 'DELETE', path })
