import type { SendBounded } from './transport.ts'

/** Takes the data out of `{message, data}` (A1). An answer without `data` may be the bare record; an answer with only a message has no data. */
export function unwrapEnvelope(body: unknown): unknown {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body
  if (!('data' in body)) return Object.keys(body).every((key) => key === 'message') ? undefined : body
  const { data, message: _, ...beside } = body as Record<string, unknown>
  // If `data` is a list, its cursor is beside it.
  return Array.isArray(data) && Object.keys(beside).length > 0 ? { ...beside, data } : data
}

/** Makes errors readable: a body that is not an object becomes an object with its text as the message (A3), except HTML pages, which become empty. */
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
    // plain text, or an HTML page
  }
  if (typeof body === 'string') return /^(<|$)/.test(body) ? '' : JSON.stringify({ message: body })
  return Array.isArray(body) ? JSON.stringify({ errors: body }) : text
}
