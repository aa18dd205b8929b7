import type { Config } from '../config/config.ts'
import { readTrusted } from '../http/client-address.ts'
import { isInsecure } from '../upstream/service-settings.ts'
import { failed, noted, passed, type Finding } from './check.ts'
import { Unreached, type Reach } from './reach.ts'

/** Seconds that clocks may differ; a proof of who is signed in is good for minutes. */
const tolerated = 30

/** Whether this machine and the services agree about the time. */
export function checkClock({ clocks }: Reach): Finding {
  const check = 'clock'
  if (clocks.size === 0) return noted(check, 'nothing answered that tells the time')
  const [host, ahead] = [...clocks].sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))[0]!
  const seconds = Math.round(Math.abs(ahead))
  if (Math.abs(ahead) <= tolerated) return passed(check, `within ${Math.max(1, seconds)} s of what others say`)
  return failed(
    check,
    `${seconds} s ${ahead > 0 ? 'behind' : 'ahead of'} that of ${host}`,
    'Have this machine set its clock by NTP; proofs of who is signed in fail otherwise',
  )
}

/** Whether the proxy answers where browsers look for it. */
export async function checkPublicUrl({ publicUrl }: Config, reach: Reach): Promise<Finding[]> {
  const check = 'public address'
  const transport = isSafe(publicUrl) ? [] : [failed('transport', `${publicUrl} is not https`, 'Put TLS in front, and set PUBLIC_URL to the https address')]
  try {
    const { status, body } = await reach.ask(`${publicUrl}/livez`)
    if (status === 200 && body === '{"status":"alive"}') return [passed(check, `the proxy answers at ${publicUrl}`), ...transport]
    return [
      failed(check, `what answers at ${publicUrl} is not the proxy (${status})`, 'Check PUBLIC_URL, and where the reverse proxy in front sends it'),
      ...transport,
    ]
  } catch (error) {
    if (!(error instanceof Unreached)) throw error
    return [failed(check, `${publicUrl} ${error.says}`, `${error.remedy}; start the proxy with "storefront-proxy serve" (PUBLIC_URL)`), ...transport]
  }
}

/** Whether the shopper's address can be known: without it, all shoppers are counted as one, or each as anybody they like. */
export function checkReverseProxies({ publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>): Finding {
  const check = 'reverse proxies'
  const { hops, networks } = readTrusted(trustProxy)
  if (hops === undefined && networks.length > 0) return passed(check, `${networks.join(', ')} may say for whom they ask`)
  if (hops)
    return noted(
      check,
      `${networks.join(', ')} may say for whom they ask, over ${hops} hops; behind a reverse proxy at another address, all shoppers share one budget`,
      'Name the addresses of all reverse proxies in TRUST_PROXY, which tells them from others',
    )
  if (publicUrl.startsWith('https:'))
    return noted(
      check,
      'none may say for whom it asks, so that all shoppers behind one share its budgets',
      'Name in TRUST_PROXY the address of what serves https in front of the proxy',
    )
  return passed(check, 'none may say for whom it asks')
}

/** Whether pages of each origin may ask: what a browser asks before it lets them. */
export async function checkOrigins({ publicUrl, allowedOrigins }: Config, reach: Reach): Promise<Finding[]> {
  return Promise.all(
    allowedOrigins.map(async (origin) => {
      const check = `origin ${origin}`
      if (!isSafe(origin))
        return failed(
          check,
          'is not https, so that anybody on the way can speak for the shop',
          'Serve the shop by https, and name that origin in ALLOWED_ORIGINS',
        )
      const headers = {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,x-storefront-client',
      }
      try {
        const { headers: said } = await reach.ask(`${publicUrl}/v1/session`, { method: 'OPTIONS', headers })
        if (said['access-control-allow-origin'] === origin) return passed(check, 'its pages may ask')
        return failed(
          check,
          'its pages may not ask: the preflight does not name it',
          'Restart the proxy with the same ALLOWED_ORIGINS, and let the reverse proxy in front pass OPTIONS on',
        )
      } catch (error) {
        if (!(error instanceof Unreached)) throw error
        return noted(check, 'cannot be tried, since the public address does not answer as it should')
      }
    }),
  )
}

/** By https, or on one's own machine. */
const isSafe = (address: string) => !isInsecure(address)
