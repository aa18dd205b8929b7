import type { Config } from '../config/config.ts'
import { readTrusted } from '../http/client-address.ts'
import { isInsecure } from '../upstream/web-address.ts'
import { failed, noted, passed, type Finding } from './finding.ts'
import { UnreachableError, type Probe } from './probe.ts'

/** Seconds that clocks may differ; a proof of who is signed in is good for minutes. */
const tolerated = 30

/** Whether this machine and the services agree about the time. */
export function checkClock({ clocks }: Probe): Finding {
  const check = 'clock'
  if (clocks.size === 0) return noted(check, 'no server answered with its time')
  const [host, ahead] = [...clocks].sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))[0]!
  const seconds = Math.round(Math.abs(ahead))
  if (Math.abs(ahead) <= tolerated) return passed(check, `within ${Math.max(1, seconds)} s of the servers' clocks`)
  return failed(
    check,
    `${seconds} s ${ahead > 0 ? 'behind' : 'ahead of'} the clock of ${host}`,
    'Synchronise the clock of this machine by NTP; sign-in proofs fail otherwise',
  )
}

/** Whether the proxy answers where browsers look for it. */
export async function checkPublicUrl({ publicUrl }: Config, probe: Probe): Promise<Finding[]> {
  const check = 'public address'
  const transport = isSafe(publicUrl) ? [] : [failed('transport', `${publicUrl} is not https`, 'Put TLS in front, and set PUBLIC_URL to the https address')]
  try {
    const { status, body } = await probe.request(`${publicUrl}/livez`)
    if (status === 200 && body === '{"status":"alive"}') return [passed(check, `the proxy answers at ${publicUrl}`), ...transport]
    return [failed(check, `something else answers at ${publicUrl} (${status})`, 'Check PUBLIC_URL, and where the reverse proxy forwards to'), ...transport]
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    return [failed(check, `${publicUrl} ${error.says}`, `${error.remedy}; start the proxy with "storefront-proxy serve" (PUBLIC_URL)`), ...transport]
  }
}

/** Whether the shopper's address can be known: without it, all shoppers count as one, or each can claim any address. */
export function checkReverseProxies({ publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>): Finding {
  const check = 'reverse proxies'
  const { hops, networks } = readTrusted(trustProxy)
  if (hops === undefined && networks.length > 0) return passed(check, `${networks.join(', ')} may forward client addresses`)
  if (hops)
    return noted(
      check,
      `${networks.join(', ')} may forward client addresses over ${hops} hops; behind any other reverse proxy, all shoppers share one rate limit`,
      'List the addresses of all reverse proxies in TRUST_PROXY',
    )
  if (publicUrl.startsWith('https:'))
    return noted(
      check,
      'none may forward client addresses: all shoppers behind one share its rate limit',
      'Set TRUST_PROXY to the address of the server that ends https in front of the proxy',
    )
  return passed(check, 'none may forward client addresses')
}

/** Whether pages of each origin may ask: what a browser asks before it lets them. */
export async function checkOrigins({ publicUrl, allowedOrigins }: Config, probe: Probe): Promise<Finding[]> {
  return Promise.all(
    allowedOrigins.map(async (origin) => {
      const check = `origin ${origin}`
      if (!isSafe(origin))
        return failed(check, 'is not https: anybody on the network can pose as the shop', 'Serve the shop by https, and put that origin into ALLOWED_ORIGINS')
      const headers = {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,x-storefront-client',
      }
      try {
        const { headers: said } = await probe.request(`${publicUrl}/v1/session`, { method: 'OPTIONS', headers })
        if (said['access-control-allow-origin'] === origin) return passed(check, 'its pages may call the proxy')
        return failed(
          check,
          'its pages may not call the proxy: the preflight answer does not name it',
          'Restart the proxy with the same ALLOWED_ORIGINS, and let the reverse proxy forward OPTIONS',
        )
      } catch (error) {
        if (!(error instanceof UnreachableError)) throw error
        return noted(check, 'not checked: the public address does not answer correctly')
      }
    }),
  )
}

/** By https, or on one's own machine. */
const isSafe = (address: string) => !isInsecure(address)
