/** What a service answered, as it came over the wire. */
export class Answer {
  /** The body read as JSON; nothing where it is none. */
  readonly json: unknown

  constructor(
    /** The request, as a failed test prints it. */
    readonly question: string,
    readonly status: number,
    readonly headers: Headers,
    readonly text: string,
  ) {
    try {
      this.json = JSON.parse(text)
    } catch {
      this.json = undefined
    }
  }

  get ok() {
    return this.status >= 200 && this.status < 300
  }

  /** The value at a place such as `data.credits.0.amount`; nothing where that leads nowhere. */
  at<Value = unknown>(place: string): Value | undefined {
    return place.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], this.json) as Value | undefined
  }

  /** The one record in `data`, which may stand there alone or under a name of its own (A5). */
  record(...names: string[]): Record<string, unknown> {
    const data = Object(this.at('data')) as Record<string, unknown>
    return Object(names.map((name) => data[name]).find((value) => value !== null && typeof value === 'object') ?? data) as Record<string, unknown>
  }

  /** The list in `data`: `data` itself, or the one list inside it (A5). */
  list<Item = Record<string, unknown>>(): Item[] {
    const data = this.at('data')
    if (Array.isArray(data)) return data as Item[]
    const lists = Object.values(Object(data) as object).filter((value) => Array.isArray(value))
    if (lists.length !== 1) throw new Error(`${this.question} answered ${lists.length} lists, not one: ${this.text.slice(0, 300)}`)
    return lists[0] as Item[]
  }

  toString() {
    return `${this.question} answered ${this.status}: ${this.text.slice(0, 300)}`
  }
}

/** What a question adds to its method and path. */
export interface Details {
  body?: unknown
  query?: Record<string, string | number | boolean>
  /** A header that is undefined is not sent. */
  headers?: Record<string, string | undefined>
}

/** Asks an interface at its base address. */
export type Ask = (method: string, path: string, details?: Details) => Promise<Answer>

/** Speaks plain HTTP to an address, with these headers unless a question says otherwise. */
export function createAsk(baseUrl: string, defaults: Record<string, string>): Ask {
  return async (method, path, { body, query, headers } = {}) => {
    const search = query ? '?' + String(new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))) : ''
    const sent = Object.fromEntries(
      Object.entries({ ...defaults, ...headers }).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
    )
    const answer = await fetch(baseUrl.replace(/\/$/, '') + path + search, {
      method,
      headers: sent,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
    return new Answer(`${method} ${path}`, answer.status, answer.headers, await answer.text())
  }
}
