import type { SendBounded } from './transport.ts'

/** `{message, data}` (A1). An answer without `data` may be the bare record; with nothing but a message there is no data. */
export function outOfEnvelope(body: unknown): unknown {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body
  if (!('data' in body)) return Object.keys(body).every((key) => key === 'message') ? undefined : body
  const { data, message: _, ...beside } = body as Record<string, unknown>
  // A list that stands alone in `data` has its cursor beside it.
  return Array.isArray(data) && Object.keys(beside).length > 0 ? { ...beside, data } : data
}

/** Errors whose words can be found: what is no object is kept as its text (A3), but for pages that were made for people. */
export const withReadableErrors =
  (send: SendBounded): SendBounded =>
  async (url, init) => {
    const answer = await send(url, init)
    if (answer.status < 300) return answer
    const text = toErrorBody(await answer.text())
    return { status: answer.status, text: () => Promise.resolve(text) }
  }

function toErrorBody(text: string): string {
  let body: unknown = text.trim()
  try {
    body = JSON.parse(text)
  } catch {
    // plain words, or a page
  }
  if (typeof body === 'string') return /^(<|$)/.test(body) ? '' : JSON.stringify({ message: body })
  return Array.isArray(body) ? JSON.stringify({ errors: body }) : text
}
