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
 * - A number of hops says nothing of who they are. It is believed from the addresses that stand beside it, or else from the machine itself: a peer in
 *   a private network may as well be a caller whose address was translated (NAT). It is believed only where there are as many entries as hops, or
 *   else the request has not come through all of them.
 */
export function createAddressReader(trusted: string | undefined): AddressReader {
  const peerOf: AddressReader = ({ socket }) => toAddress(socket.remoteAddress ?? '') ?? ''
  const { hops, networks } = readTrusted(trusted)
  const isTrusted = among(networks)

  if (hops !== undefined)
    return (request) => {
      const entries = entriesOf(request)
      const peer = peerOf(request)
      return (hops > 0 && isTrusted(peer) && toAddress(entries[entries.length - hops] ?? '')) || peer
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

/** The parts of `TRUST_PROXY`: addresses, or a number of hops that may stand before them. */
export function readTrusted(trusted = ''): { hops?: number; networks: readonly string[] } {
  const [first = '', ...others] = trusted
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (!/^\d{1,3}$/.test(first)) return { networks: first ? [first, ...others] : [] }
  return { hops: Number(first), networks: others.length > 0 ? others : ['loopback'] }
}

const entriesOf = ({ headers }: Pick<IncomingMessage, 'headers'>) =>
  String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .filter((entry) => entry.trim() !== '')

/** Tells whether an address is in one of these networks: names, addresses, ranges. */
function among(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks.flatMap((one) => namedNetworks[one] ?? one)) {
    const [address = '', bits] = network.split('/')
    const family = toFamily(address)
    if (bits === undefined) list.addAddress(toAddress(address)!, toFamily(toAddress(address)!))
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, toFamily(address))
}

const toFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
