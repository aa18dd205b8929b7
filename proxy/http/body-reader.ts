import type { IncomingMessage } from 'node:http'
import { toNetworks } from './network.ts'
import type { AddressReader } from './client-address.ts'
import { bodyTooLarge, Refusal } from './problems.ts'

/** The most bytes of a body that is read before its sender is known. Bodies from browsers have some hundreds of bytes. */
export const smallBody = 16 * 1024

/** Reads a body of at most `most` bytes. Rejects with `body-too-large` for a longer one, before reading it if its length is announced. */
export type ReadBody = (payload: IncomingMessage, most: number) => Promise<Buffer>

interface ArrivingBody {
  /** The network that sends it: an IPv4 address, or an IPv6 /48. */
  from: string
  refuse(error: Error): void
}

/**
 * Creates a reader of bodies that authenticate their senders. At most `atOnce` bodies arrive at the same time, so that they cannot fill the memory.
 * One more body replaces the one that has been arriving for the longest: a platform sends an order within milliseconds, and an attacker who holds
 * a place does not. If one network holds half of the places, a body of that network is replaced.
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
        from: siteOf(addressOf(payload)),
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
      const leave = () => body.refuse(new Refusal('invalid-request', 'The body is incomplete.'))
      payload.on('data', take).on('end', finish).on('error', body.refuse).on('close', leave)
      arriving.add(body)
      if (arriving.size > atOnce)
        bodyToReplace(arriving, atOnce).refuse(new Refusal('overloaded', 'Too many bodies arrive at once. Retry in 5 seconds.', { retryAfter: 5 }))
    })
}

/** The body that is replaced: the oldest one of a network with half of the places, or else the oldest of all. */
function bodyToReplace(arriving: ReadonlySet<ArrivingBody>, atOnce: number): ArrivingBody {
  const counts = new Map<string, number>()
  for (const { from } of arriving) counts.set(from, (counts.get(from) ?? 0) + 1)
  const bodies = [...arriving]
  return bodies.find(({ from }) => counts.get(from)! >= atOnce / 2) ?? bodies[0]!
}

const siteOf = (address: string) => {
  const { network, site = network } = toNetworks(address)
  return site
}

const tooLarge = () => new Refusal('body-too-large', bodyTooLarge)
