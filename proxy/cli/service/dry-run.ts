import type { Send } from '../../../src/contract/client.ts'
import { redactSecret } from '../../config/redact-secret.ts'
import type { Caller, Connect } from './callers.ts'
import { escapeControls } from '../io/terminal-text.ts'

type Request = Parameters<Send>

/** Thrown instead of sending a request; contains the request. */
class Unsent extends Error {
  constructor(readonly request: Request) {
    super('nothing is sent in a dry run')
  }
}

/** A transport that sends nothing. */
export const connectNowhere: Connect = () => ({
  send: (...request) => Promise.reject(new Unsent(request)),
  isCircuitOpen: false,
  close: async () => {},
})

/** The request that a call would send, in lines, without keys and tokens. */
export async function describeRequest(call: () => Promise<unknown>, { key, headers: secretHeaders }: Caller['secrets']): Promise<string[]> {
  const [url, { method, headers, body }] = await requestOf(call)
  const lines = [
    `${method} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${secretHeaders.includes(name.toLowerCase()) ? '…' : value}`),
    ...(body === undefined ? [] : ['', ...JSON.stringify(JSON.parse(body), undefined, 2).split('\n')]),
  ]
  // A person may have put the key into a body or an address by mistake.
  return lines.map((line) => escapeControls(key ? redactSecret(line, key) : line))
}

async function requestOf(call: () => Promise<unknown>): Promise<Request> {
  try {
    await call()
  } catch (error) {
    if (error instanceof Unsent) return error.request
    throw error
  }
  throw new TypeError('a call has ended without a request')
}
