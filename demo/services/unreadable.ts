import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

const plain: readonly [status: number, line: string] = [400, 'Request is no HTTP that can be read']

/** The responses by error code. */
const answers = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'Request took too long to arrive']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'Request body has too long chunk extensions']],
  ['HPE_HEADER_OVERFLOW', [431, 'Request headers are too large']],
] satisfies [string, typeof plain][])

/** Responds to data that is not a valid HTTP request, in a form that fits the errors of every service, and closes. No service sees such data. */
export function refuseUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Socket) {
  if (code === 'ECONNRESET' || !socket.writable) return
  const [status, line] = answers.get(code) ?? plain
  const body = JSON.stringify({ error: [line], message: line })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
