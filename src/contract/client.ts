import type { Endpoint, Endpoints, InputOf, OutputOf } from './endpoint.ts'
import type { Problem } from './problem.ts'

/** The part of `fetch` that a client needs; the browser's own fits, and so does the proxy's transport. */
export type Send = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; signal?: AbortSignal },
) => Promise<{ readonly status: number; text(): Promise<string> }>

/** Where a client sends its calls, and how. */
export interface ClientOptions {
  /** Where the API answers; a path of its own is kept. */
  baseUrl: string
  send?: Send
  /** Headers of every request. */
  headers?: Record<string, string>
  /** Reads the JSON of an answer; absent: as JavaScript does. Throws where it is none. */
  parse?: (text: string) => unknown
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
      // Encoding leaves dots alone, and URL parsers collapse even "%2e%2e": such a value would leave its place in the path.
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
