import type { IncomingMessage } from 'node:http'
import { toNetworks } from './identity/network.ts'
import type { AddressReader } from './identity/peers.ts'
import { Refusal } from './problems.ts'

/** Bytes that a body may have whose sender is not known before it is read. What browsers send has some hundreds. */
export const smallBody = 16 * 1024

/** Reads a body of at most so many bytes. Rejects with `body-too-large` for a longer one, before it is read where its length is announced. */
export type ReadBody = (payload: IncomingMessage, most: number) => Promise<Buffer>

interface ArrivingBody {
  /** The network that sends it. */
  from: string
  refuse(error: Error): void
}

/**
 * Reads bodies by which their senders are to be known, at most so many at the same time, so that nobody can fill the memory with them. One more takes
 * the place of another: of the network that holds most places, the one that has been arriving for the longest. A platform sends an order within
 * milliseconds from many addresses, and a stranger who holds places does not.
 */
export function createBodyReader(atOnce: number, addressOf: AddressReader): ReadBody {
  const arriving = new Set<ArrivingBody>()
  return (payload, most) =>
    new Promise((resolve, reject) => {
      if (Number(payload.headers['content-length']) > most) return reject(tooLarge())
      const chunks: Buffer[] = []
      let length = 0
      const end = () => {
        arriving.delete(body)
        payload.off('data', take).off('end', finish).off('error', body.refuse).off('close', leave)
      }
      const body: ArrivingBody = {
        from: toNetworks(addressOf(payload)).network,
        refuse(error) {
          end()
          reject(error)
        },
      }
      const take = (chunk: Buffer) => {
        length += chunk.length
        if (length > most) body.refuse(tooLarge())
        else chunks.push(chunk)
      }
      const finish = () => {
        end()
        resolve(Buffer.concat(chunks, length))
      }
      const leave = () => body.refuse(new Refusal('invalid-request', 'The body did not arrive whole.'))
      payload.on('data', take).on('end', finish).on('error', body.refuse).on('close', leave)
      arriving.add(body)
      if (arriving.size > atOnce)
        oldestOfMost(arriving).refuse(new Refusal('overloaded', 'Too many bodies arrive at once. Try again in some seconds.', { retryAfter: 5 }))
    })
}

/** Of the network with most bodies the one that began first. */
function oldestOfMost(arriving: ReadonlySet<ArrivingBody>): ArrivingBody {
  const oldest = new Map<string, { body: ArrivingBody; count: number }>()
  for (const body of arriving) {
    const known = oldest.get(body.from)
    if (known) known.count += 1
    else oldest.set(body.from, { body, count: 1 })
  }
  return [...oldest.values()].reduce((most, one) => (one.count > most.count ? one : most)).body
}

const tooLarge = () => new Refusal('body-too-large', 'Send less in one request.')
