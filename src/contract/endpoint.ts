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

/** What an endpoint takes. */
export type InputOf<E extends Endpoint> = Parameters<NonNullable<E['signature']>>[0]
/** What an endpoint answers. */
export type OutputOf<E extends Endpoint> = ReturnType<NonNullable<E['signature']>>

/** An endpoint that reads. */
export const get = <Input, Output>(path: string): Endpoint<Input, Output> => ({ method: 'GET', path })
/** An endpoint that makes something or has something done. */
export const post = <Input, Output>(path: string, status?: number): Endpoint<Input, Output> => ({ method: 'POST', path, status })
/** An endpoint that puts something in the place of what is there. */
export const put = <Input, Output>(path: string): Endpoint<Input, Output> => ({ method: 'PUT', path })
/** An endpoint that changes a part of something. */
export const patch = <Input, Output>(path: string, status?: number): Endpoint<Input, Output> => ({ method: 'PATCH', path, status })
/** An endpoint that removes something. */
export const del = <Input, Output>(path: string): Endpoint<Input, Output> => ({ method: 'DELETE', path })
