import { connect } from 'node:net'
import { Agent } from 'undici'
import type { Request } from './requests.ts'

/** Milliseconds after which a request counts as not answered: so many that no busy machine is mistaken for a server that hangs. */
const longest = 30_000

/** How a server dealt with many requests. */
export interface Outcome {
  /** How often each status came; 0 stands for a connection that was closed without one. */
  statuses: Map<number, number>
  /** What was answered by a fault of the server, or not at all. */
  faults: { request: Request; status: number | string; body: string }[]
  /** The longest wait for an answer, in milliseconds. */
  slowest: number
}

/** Sends all of them over some connections that are kept open, each connection one after another. */
export async function sendAll(origin: string, requests: readonly Request[], connections = 16): Promise<Outcome> {
  const agent = new Agent({ connections, headersTimeout: longest, bodyTimeout: longest })
  const outcome: Outcome = { statuses: new Map(), faults: [], slowest: 0 }
  let next = 0
  const worker = async () => {
    for (let request = requests[next++]; request; request = requests[next++]) {
      const began = performance.now()
      const { status, body } = await ('bytes' in request ? sendBytes(origin, request.bytes) : send(agent, origin, request)).catch((error: unknown) => ({
        status: String(error),
        body: '',
      }))
      outcome.slowest = Math.max(outcome.slowest, performance.now() - began)
      if (typeof status === 'number') outcome.statuses.set(status, (outcome.statuses.get(status) ?? 0) + 1)
      if (typeof status === 'string' || status >= 500) outcome.faults.push({ request, status, body })
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  await agent.close()
  return outcome
}

async function send(agent: Agent, origin: string, { method, path, headers, body }: Exclude<Request, { bytes: string }>) {
  const answer = await agent.request({ origin, method, path, headers, body: body ?? null })
  return { status: answer.statusCode, body: await answer.body.text() }
}

/** The status that bytes are answered with, whatever they are; 0 where the connection is only closed. */
function sendBytes(origin: string, bytes: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect({ host: hostname, port: Number(port) })
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no answer and no end in ${longest} ms`))
    }, longest)
    socket
      .setEncoding('latin1')
      .on('data', (part: string) => (answer += part))
      .on('error', () => socket.destroy())
      .on('close', () => {
        clearTimeout(timer)
        resolve({ status: Number(/^HTTP\/1\.1 ([2-9]\d{2})/m.exec(answer)?.[1] ?? 0), body: answer })
      })
      .end(Buffer.from(bytes, 'latin1'))
  })
}
