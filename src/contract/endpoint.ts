/** One operation of an HTTP API: its method, path, input and output. */
export interface Endpoint<Input = never, Output = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** URL path; `:name` is replaced by the input field of that name. */
  readonly path: string
  /** The status of a successful response, if it is not 200. */
  readonly status?: number
  /** Never set. Carries both types from the table to the client and to the server. */
  readonly signature?: (input: Input) => Output
}

/** The endpoints of an API by verb. */
export type Endpoints = Record<string, Endpoint>

/** The input of an endpoint. */
export type InputOf<E extends Endpoint> = Parameters<NonNullable<E['signature']>>[0]
/** The output of an endpoint. */
export type OutputOf<E extends Endpoint> = ReturnType<NonNullable<E['signature']>>

/** An endpoint that reads. */
export const get = <Input, Output>(path: string): Endpoint<Input, Output> => ({ method: 'GET', path })
/** An endpoint that creates something or runs an action. */
export const post = <Input, Output>(path: string, status?: number): Endpoint<Input, Output> => ({ method: 'POST', path, status })
/** An endpoint that replaces something. */
export const put = <Input, Output>(path: string): Endpoint<Input, Output> => ({ method: 'PUT', path })
/** An endpoint that changes a part of something. */
export const patch = <Input, Output>(path: string, status?: number): Endpoint<Input, Output> => ({ method: 'PATCH', path, status })
/** An endpoint that removes something. */
export const del = <Input, Output>(path: string): Endpoint<Input, Output> => ({ method: 'DELETE', path })
