/** Thrown if the proxy responds, but not with success. */
export class ProxyRefusal extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail)
  }
}

/** Sends a request to the proxy as the shop’s own server. Rejects with a {@link ProxyRefusal}, or with the error if the proxy does not respond in time. */
export type CallProxy = <Answer>(method: 'GET' | 'POST', path: string, body?: unknown, longest?: number) => Promise<Answer>

/** Makes the client of the shop’s own server, which uses the first of the keys. A request takes at most 3 s, unless the caller sets another limit. */
export function createMerchant(proxy: string, keys: string): CallProxy {
  const [key = ''] = keys.split(',')
  return async (method, path, body, longest = 3000) => {
    const response = await fetch(`${proxy}/v1/merchant/${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(longest),
    })
    const text = await response.text()
    if (!response.ok) throw new ProxyRefusal(response.status, text)
    return JSON.parse(text) as never
  }
}
