import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { toAddress } from './network.ts'

/** Names that stand for networks which nobody reaches from outside. */
export const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Tells the address of the person behind a request. */
export type AddressReader = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string

/**
 * Reads `X-Forwarded-For` as far as it can be believed, from its end: each reverse proxy adds whom it was called by, and what stands before that was
 * written by anybody.
 *
 * - Addresses: an entry is believed while the one who added it is among them.
 * - A number of hops says nothing of who they are. It is believed from a peer in a private network alone, which is a reverse proxy, and not from
 *   somebody who calls the proxy directly; and only where there are as many entries as hops, or else the request has not come through all of them.
 */
export function createAddressReader(trusted: string | number | undefined): AddressReader {
  const peerOf: AddressReader = ({ socket }) => toAddress(socket.remoteAddress ?? '') ?? ''
  if (trusted === undefined || trusted === 0) return peerOf
  const isTrusted = among(typeof trusted === 'number' ? Object.keys(namedNetworks) : trusted.split(','))

  if (typeof trusted === 'number')
    return (request) => {
      const entries = entriesOf(request)
      const peer = peerOf(request)
      return (isTrusted(peer) && toAddress(entries[entries.length - trusted] ?? '')) || peer
    }
  return (request) => {
    let address = peerOf(request)
    for (const entry of entriesOf(request).reverse()) {
      const before = isTrusted(address) ? toAddress(entry) : undefined
      if (before === undefined) break
      address = before
    }
    return address
  }
}

const entriesOf = ({ headers }: Pick<IncomingMessage, 'headers'>) =>
  String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .filter((entry) => entry.trim() !== '')

/** Tells whether an address is in one of these networks: names, addresses, ranges. */
function among(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks.map((one) => one.trim()).flatMap((one) => namedNetworks[one] ?? one)) {
    const [address = '', bits] = network.split('/')
    const family = toFamily(address)
    if (bits === undefined) list.addAddress(toAddress(address)!, toFamily(toAddress(address)!))
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, toFamily(address))
}

const toFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
