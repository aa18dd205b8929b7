import type { Endpoint, Endpoints, InputOf, OutputOf } from './endpoint.ts'
import type { Problem } from './problem.ts'

/** The part of `fetch` that a client needs. The browser's `fetch` and the proxy's transport both fit. */
export type Send = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; signal?: AbortSignal },
) => Promise<{ readonly status: number; text(): Promise<string> }>

/** The address of an API and how to call it. */
export interface ClientOptions {
  /** The base address of the API. It may have a path. */
  baseUrl: string
  send?: Send
  /** Headers of every request. */
  headers?: Record<string, string>
  /** Parses the JSON of a response; `JSON.parse` by default. Throws if the text is not JSON. */
  parse?: (text: string) => unknown
  /** Removes the envelope that the service puts around its responses. */
  unwrap?: (body: unknown) => unknown
}

/** Options of a single call. */
export interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
}

/** One function per verb of the table. Each rejects with a {@link ResponseError}, or with the error of `send`. */
export type Client<Table> = {
  readonly [Verb in keyof Table]: Table[Verb] extends Endpoint<never, unknown>
    ? (input: InputOf<Table[Verb]>, options?: CallOptions) => Promise<OutputOf<Table[Verb]>>
    : never
}

/** The API answered with a status of 300 or more. */
export class ResponseError extends Error {
  constructor(
    readonly status: number,
    /** The problem (RFC 9457), or another body that the service sent. */
    readonly problem: Partial<Problem>,
    /** Method and path with its placeholders, so without personal data. */
    readonly operation: string,
  ) {
    super(`${operation} answered ${status}`)
  }
}

/** Creates a client for the API that `table` describes. */
export function createClient<Table extends Endpoints>(table: Table, options: ClientOptions): Client<Table> {
  const client: Record<string, (input: unknown, call?: CallOptions) => unknown> = {}
  for (const verb in table) client[verb] = (input, call) => ask(table[verb]!, input, options, call)
  return client as Client<Table>
}

async function ask(
  { method, path }: Endpoint,
  input: unknown,
  { baseUrl, send = fetch, headers, parse = JSON.parse, unwrap }: ClientOptions,
  call: CallOptions = {},
) {
  const operation = `${method} ${path}`
  const fields = { ...(input as Record<string, string>) }
  let url =
    baseUrl.replace(/\/$/, '') +
    path.replace(/:(\w+)/g, (_, name: string) => {
      const value = String(fields[name])
      delete fields[name]
      // encodeURIComponent keeps dots, and URL parsers resolve even "%2e%2e", so such a value would change the path.
      if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} cannot be "${value}" in ${path}`)
      return encodeURIComponent(value)
    })
  const reads = method === 'GET'
  const query = reads && String(new URLSearchParams(Object.entries(fields).filter(([, value]) => value != null)))
  if (query) url += '?' + query
  const answer = await send(url, {
    method,
    headers: { Accept: 'application/json', ...(!reads && { 'Content-Type': 'application/json' }), ...headers, ...call.headers },
    body: reads ? undefined : JSON.stringify(fields),
    signal: call.signal,
  })
  const text = await answer.text()
  const failed = answer.status >= 300
  let body: unknown
  try {
    body = text ? parse(text) : undefined
  } catch (cause) {
    if (!failed) throw new SyntaxError(`${operation} answered no JSON`, { cause })
  }
  if (failed) throw new ResponseError(answer.status, Object(body) as Partial<Problem>, operation)
  return unwrap ? unwrap(body) : body
}
