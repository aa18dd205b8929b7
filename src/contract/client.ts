import type { Endpoint, Endpoints, InputOf, OutputOf } from './endpoint.ts'
import type { Problem } from './problem.ts'

/** The part of `fetch` that a client needs; the browser's own fits, and so does the proxy's transport. */
export type Send = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; signal?: AbortSignal },
) => Promise<{ readonly status: number; text(): Promise<string> }>

export interface ClientOptions {
  /** Where the API answers; a path of its own is kept. */
  baseUrl: string
  send?: Send
  /** Headers of every request. */
  headers?: Record<string, string>
  /** Takes an answer out of the envelope that the service puts around it. */
  unwrap?: (body: unknown) => unknown
}

/** What one call may add. */
export interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
}

/** One function per verb of the table. Each rejects with a {@link ResponseError}, or with whatever `send` rejects with. */
export type Client<Table> = {
  readonly [Verb in keyof Table]: Table[Verb] extends Endpoint<never, unknown>
    ? (input: InputOf<Table[Verb]>, options?: CallOptions) => Promise<OutputOf<Table[Verb]>>
    : never
}

/** The API answered, and not with success. */
export class ResponseError extends Error {
  constructor(
    readonly status: number,
    /** The problem (RFC 9457), or whatever the service answered instead. */
    readonly problem: Partial<Problem>,
    /** What was asked: method and path with its placeholders, free of anybody's data. */
    readonly operation: string,
  ) {
    super(`${operation} answered ${status}`)
  }
}

/** Speaks the API that `table` describes. */
export function createClient<Table extends Endpoints>(table: Table, options: ClientOptions): Client<Table> {
  return Object.fromEntries(
    Object.entries(table).map(([verb, endpoint]) => [verb, (input: unknown, call?: CallOptions) => ask(endpoint, input, options, call)]),
  ) as Client<Table>
}

async function ask({ method, path }: Endpoint, input: unknown, { baseUrl, send = fetch, headers, unwrap }: ClientOptions, call: CallOptions = {}) {
  const rest = { ...(input as Record<string, unknown>) }
  let url =
    baseUrl.replace(/\/$/, '') +
    path.replace(/:(\w+)/g, (_, name: string) => {
      const value = String(rest[name])
      delete rest[name]
      // Encoding leaves dots alone, and URL parsers collapse even "%2e%2e": such a value would leave its place in the path.
      if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} cannot be "${value}" in ${path}`)
      return encodeURIComponent(value)
    })
  const query =
    method === 'GET' && new URLSearchParams(Object.entries(rest).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]))).toString()
  if (query) url += `?${query}`
  const answer = await send(url, {
    method,
    headers: { Accept: 'application/json', ...(method !== 'GET' && { 'Content-Type': 'application/json' }), ...headers, ...call.headers },
    body: method === 'GET' ? undefined : JSON.stringify(rest),
    signal: call.signal,
  })
  const text = await answer.text()
  let body: unknown
  try {
    body = text ? JSON.parse(text) : undefined
  } catch (cause) {
    if (answer.status < 300) throw new SyntaxError(`${method} ${path} answered what is no JSON`, { cause })
  }
  if (answer.status >= 300) throw new ResponseError(answer.status, body && typeof body === 'object' ? body : {}, `${method} ${path}`)
  return unwrap ? unwrap(body) : body
}
