/** The proxy answered, and not with success. */
export class ProxyRefusal extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail)
  }
}

/** Asks the proxy something as the shop's own server; rejects with a {@link ProxyRefusal}, or with the failure to reach it in time. */
export type AskProxy = <Answer>(method: 'GET' | 'POST', path: string, body?: unknown, longest?: number) => Promise<Answer>

/** How the shop's own server speaks with the proxy, using the first of its keys. No question takes longer than 3 s. */
export function createMerchant(proxy: string, keys: string): AskProxy {
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
