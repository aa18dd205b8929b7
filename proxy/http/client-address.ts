import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { toAddress } from './network.ts'

/** Names of networks that cannot be reached from outside. */
export const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Returns the address of the client that sent a request. */
export type AddressReader = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string

/**
 * Creates a reader of `X-Forwarded-For` that reads from its end and stops at the first entry that it cannot trust. Each reverse proxy appends the
 * address of its caller; any client can write the entries before that.
 *
 * - Addresses: an entry is trusted if the host that added it is one of them.
 * - A number of hops does not say which hosts they are. It is trusted only if the peer is one of the addresses beside it, or else of this machine:
 *   a peer in a private network may also be a caller behind NAT. It is trusted only if there are at least as many entries as hops; with fewer, the
 *   request has not come through all of them.
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

/** Reads `TRUST_PROXY`: addresses, or a number of hops, which addresses may follow. */
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

/** Creates a check whether an address is in one of these networks: names, addresses, ranges. */
export function among(networks: readonly string[]): (address: string) => boolean {
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

/** An address, a range of addresses, or one of the names that stand for the private ones. */
export function isNetwork(value: string): boolean {
  const [address = '', bits] = value.split('/')
  if (Object.hasOwn(namedNetworks, value)) return true
  return isIP(address) !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128)))
}
