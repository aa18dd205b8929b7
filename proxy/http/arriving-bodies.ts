import type { IncomingMessage } from 'node:http'
import type { AddressReader } from './client-address.ts'
import { toNetworks } from './network.ts'
import { Refusal } from './problems.ts'

interface ArrivingBody {
  /** The network that sends it: an IPv4 address, or an IPv6 /48. */
  from: string
  refuse(error: Error): void
}

/** Notes that the body of a request begins to arrive. Returns what notes that it arrives no more. `refuse` is called if another body replaces it. */
export type BeginArrival = (request: IncomingMessage, refuse: (error: Error) => void) => () => void

/**
 * Creates a bound for bodies that arrive at the same time, so that they cannot fill the memory. One more body than `atOnce` replaces the one that has been
 * arriving for the longest: a sender who means well sends a body within milliseconds, and an attacker who holds a place does not. If one network holds half
 * of the places, a body of that network is replaced.
 */
export function limitArrivals(atOnce: number, addressOf: AddressReader): BeginArrival {
  const arriving = new Set<ArrivingBody>()
  return (request, refuse) => {
    const body: ArrivingBody = { from: siteOf(addressOf(request)), refuse }
    arriving.add(body)
    if (arriving.size > atOnce) {
      const replaced = bodyToReplace(arriving, atOnce)
      arriving.delete(replaced)
      replaced.refuse(new Refusal('overloaded', 'Too many bodies arrive at once. Retry in 5 seconds.', { retryAfter: 5 }))
    }
    return () => void arriving.delete(body)
  }
}

/** The body that is replaced: the oldest one of a network with half of the places, or else the oldest of all. */
function bodyToReplace(arriving: ReadonlySet<ArrivingBody>, atOnce: number): ArrivingBody {
  const counts = new Map<string, number>()
  for (const { from } of arriving) counts.set(from, (counts.get(from) ?? 0) + 1)
  const bodies = [...arriving]
  return bodies.find(({ from }) => counts.get(from)! >= atOnce / 2) ?? bodies[0]!
}

/** The widest network of an address: callers with an IPv6 /48 can use any number of narrower ones. */
export function siteOf(address: string): string {
  const { network, site = network } = toNetworks(address)
  return site
}
