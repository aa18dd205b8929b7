import { Agent, request } from 'undici'
import type { Send } from '../../src/contract/client.ts'
import { longestAnswer } from '../upstream/transport.ts'

/** Why there is no answer that could be read, as the end of a sentence, and what to do. */
export class UnreachableError extends Error {
  constructor(
    readonly says: string,
    readonly remedy: string,
    cause?: unknown,
  ) {
    super(says, { cause })
  }
}

/** Milliseconds that a connection, and then an answer, may take. */
export interface ProbeTimeouts {
  connect: number
  answer: number
}

/** Asks addresses once each, and notes how their clocks differ from ours. */
export interface Probe {
  send: Send
  /** Rejects with {@link UnreachableError}. */
  request(url: string, init?: Partial<Parameters<Send>[1]>): Promise<{ status: number; headers: Readonly<Record<string, string | undefined>>; body: string }>
  /** Seconds that the clock behind each host is ahead of ours; no less exact than the header that tells it, which has whole seconds. */
  readonly clocks: ReadonlyMap<string, number>
  close(): Promise<void>
}

/** A reach with connections of its own, which last until it is closed. */
export function createProbe(timeouts: ProbeTimeouts = { connect: 3_000, answer: 8_000 }): Probe {
  const agent = new Agent({ connect: { timeout: timeouts.connect }, headersTimeout: timeouts.answer, bodyTimeout: timeouts.answer })
  const clocks = new Map<string, number>()
  const probe: Probe = {
    clocks,
    close: () => agent.close(),
    async request(url, { method = 'GET', headers = {}, body } = {}) {
      try {
        const signal = AbortSignal.timeout(timeouts.answer)
        const answer = await request(url, { dispatcher: agent, method, headers, body: body ?? null, signal })
        const now = Date.now()
        const one = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, [value].flat()[0]]))
        const serverTime = Date.parse(one.date ?? '')
        // The header leaves off the fraction of its second.
        if (!Number.isNaN(serverTime)) clocks.set(new URL(url).host, (serverTime + 500 - now) / 1000)
        return { status: answer.statusCode, headers: one, body: await readBody(answer.body) }
      } catch (error) {
        throw error instanceof UnreachableError ? error : toUnreached(error)
      }
    },
    async send(url, init) {
      const { status, body } = await probe.request(url, init)
      return { status, text: () => Promise.resolve(body) }
    },
  }
  return probe
}

/** An answer to its end, or as far as the proxy would read it. */
async function readBody(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > longestAnswer) throw new UnreachableError(`answers with more than ${longestAnswer / 1024 ** 2} MiB`, 'Check the address, and its status page')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function toUnreached(error: unknown): UnreachableError {
  const { code, name, message } = error as { code?: unknown; name?: unknown; message?: unknown }
  const is = (pattern: RegExp) => pattern.test(`${String(code)} ${String(name)}`)
  const [says, remedy] = is(/ENOTFOUND|EAI_AGAIN/)
    ? ['its host name is unknown', 'Check the spelling of the address, and the name servers of this machine']
    : is(/ECONNREFUSED/)
      ? ['nothing listens at this address', 'Check host and port, and that it runs']
      : is(/TIMEOUT|TimeoutError|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/)
        ? ['it did not answer in time', 'Check that the firewall allows requests to it, and its status page']
        : is(/CERT|TLS|SSL|SELF_SIGNED|LEAF_SIGNATURE|EPROTO/) || /wrong version number/i.test(String(message))
          ? [
              `its TLS certificate or protocol is not accepted (${String(code)})`,
              'Check http or https, and the certificate; set NODE_EXTRA_CA_CERTS for your own authority',
            ]
          : ['it closes the connection', 'Check the address, and its status page']
  return new UnreachableError(`cannot be reached: ${says}`, remedy, error)
}
