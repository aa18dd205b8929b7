import { isIP } from 'node:net'

/** The networks under which the requests of a caller are counted. */
export interface Networks {
  /** The IPv4 address itself, or the /64 of an IPv6 address: an IPv6 customer has at least a /64, and so can use any number of addresses. */
  network: string
  /** The /48 around an IPv6 network, which some providers give to one customer (RFC 6177). */
  site?: string
}

/**
 * Normalizes an address from a header or a socket: without port, brackets and zone. An IPv4 address that is mapped into IPv6, with dots or in
 * hexadecimal, becomes the IPv4 address (RFC 4291, section 2.5.5.2). Undefined for text that is not an address.
 */
export function toAddress(written: string): string | undefined {
  const text = written.trim()
  const bare = /^\[([^\]]*)\](?::\d*)?$/.exec(text)?.[1] ?? /^([^:]*):\d*$/.exec(text)?.[1] ?? text
  const [address = ''] = bare.split('%')
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined
  const groups = toGroups(address)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 255])
        .join('.')
    : groups.map((group) => group.toString(16)).join(':')
}

/** Returns the networks under which requests of an address are counted; text that is not an address is its own network. */
export function toNetworks(written: string): Networks {
  const address = toAddress(written) ?? written
  if (isIP(address) !== 6) return { network: address }
  const groups = address.split(':')
  return { network: groups.slice(0, 4).join(':'), site: groups.slice(0, 3).join(':') }
}

/** The eight groups of an IPv6 address. */
function toGroups(address: string): number[] {
  const hexadecimal = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [first = [], last] = hexadecimal.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const between = last ? Array<string>(8 - first.length - last.length).fill('0') : []
  return [...first, ...between, ...(last ?? [])].map((group) => parseInt(group, 16))
}
