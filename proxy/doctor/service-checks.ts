import { randomUUID } from 'node:crypto'
import { ResponseError } from '../../src/contract/client.ts'
import { serviceWords } from '../http/problems.ts'
import type { ProtectionNaming } from '../upstream/naming.ts'
import type { ServicesConfig } from '../upstream/service-settings.ts'
import { createServices, type Services } from '../upstream/services.ts'
import { failed, noted, passed, type Finding } from './finding.ts'
import { UnreachableError, type Probe } from './probe.ts'

/** The clients that the proxy itself uses, without their retries: each request is sent once. */
export function openServices(config: Partial<ServicesConfig>, { send }: Probe): Services {
  return createServices(config, undefined, () => ({ send, isCircuitOpen: false, close: () => Promise.resolve() }))
}

/** Whether the loyalty service knows the key, and whose it says it is. */
export async function checkLoyalty({ loyalty }: Services): Promise<Finding> {
  const check = 'loyalty'
  if (!loyalty) return noted(check, 'not set up: its widget stays hidden', 'Set LOYALTY_BASE_URL and LOYALTY_API_KEY to enable it')
  try {
    const { merchantName, merchantId, currency, status } = await loyalty.admin.getMerchant({})
    const about = [merchantName ?? merchantId ?? 'a merchant without a name', currency, status].filter((word) => word).join(', ')
    return passed(check, `reachable; the key belongs to ${about}`)
  } catch (error) {
    // It answers a wrong key as it answers anything malformed, and this question holds nothing else that could be (A3).
    return explain(check, error, { prefix: 'LOYALTY', wrongKey: [400, 401, 403] })
  }
}

/** Whether the protection service knows the key, and which naming it speaks. A quote is the one question that leaves nothing behind. */
export async function checkProtection(config: ServicesConfig['protection'], probe: Probe, currency = 'USD'): Promise<Finding[]> {
  const [check, about] = ['protection', 'naming']
  if (!config) return [noted(check, 'not set up: its widget stays hidden', 'Set PROTECTION_BASE_URL and PROTECTION_API_KEY to enable it')]
  const quote = async (naming: ProtectionNaming) => {
    const { protection } = openServices({ protection: { ...config, naming } }, probe)
    return protection!.quote({ cart: { amount_insured: { cents: 10_000, currency } } })
  }
  const { naming } = config
  const other = naming === 'insured' ? 'protected' : 'insured'
  try {
    await quote(naming)
    const inOther = await succeeds(quote(other))
    return [passed(check, 'reachable; the key is accepted'), passed(about, `${naming}, as set${inOther ? `; the service takes ${other} too` : ''}`)]
  } catch (error) {
    if (!(error instanceof ResponseError && [400, 422].includes(error.status))) return [explain(check, error, { prefix: 'PROTECTION', wrongKey: [401, 403] })]
    // It understood who asks, and not what is asked.
    const known = passed(check, 'reachable; the key is accepted')
    if (await succeeds(quote(other))) return [known, failed(about, `it uses ${other}, but ${naming} is set`, `Set PROTECTION_NAMING=${other}`)]
    return [known, noted(about, `unknown: it refuses to quote 100 ${currency} in either (${serviceWords(error).join('; ') || error.status})`)]
  }
}

const succeeds = (asked: Promise<unknown>) =>
  asked.then(
    () => true,
    () => false,
  )

/** Whether the track interface looks orders up. */
export async function checkTrack(config: ServicesConfig['track'], probe: Probe): Promise<Finding> {
  const check = 'track'
  const { track } = openServices({ track: config }, probe)
  if (!config || !track) return noted(check, 'not set up: its widget stays hidden', 'Set TRACK_BASE_URL to enable it')
  try {
    await track.lookUpOrder({ order_number: `none-${randomUUID()}`, email: 'nobody@example.com' })
    return failed(check, 'it returns an order for a number that does not exist', 'Check that TRACK_BASE_URL is the address of the track API')
  } catch (error) {
    const { status } = error instanceof ResponseError ? error : {}
    if (status === 422 || (status === 404 && (await isRefusal(error as ResponseError, `${config.baseUrl}/api/none-${randomUUID()}`, probe))))
      return passed(check, 'reachable; an unknown number is not found')
    if (status === 404) return noted(check, 'it answers a plain 404, as a wrong address would', 'Look up one of your orders to be sure')
    return explain(check, error, { prefix: 'TRACK', wrongKey: [] })
  }
}

/** Whether the service itself said no. Any web server answers 404 for a path that leads nowhere: with a page, or in words that it has for every such path. */
async function isRefusal(error: ResponseError, nowhere: string, probe: Probe): Promise<boolean> {
  const words = serviceWords(error)
  if (words.length === 0 || 'statusCode' in error.problem) return false
  const elsewhere = await probe.request(nowhere).then(
    ({ body }) => body,
    () => '',
  )
  return !words.every((one) => elsewhere.includes(JSON.stringify(one)))
}

/** What went wrong with a question that any service can answer. */
export function explain(check: string, error: unknown, { prefix, wrongKey }: { prefix: string; wrongKey: number[] }): Finding {
  const address = `${prefix}_BASE_URL`
  if (error instanceof UnreachableError) return failed(check, error.says, `${error.remedy} (${address})`)
  if (!(error instanceof ResponseError))
    return failed(check, 'something else answers at this address', `Check that ${address} is the address of the service, not of a page or another program`)
  const { status } = error
  if (wrongKey.includes(status))
    return failed(
      check,
      `reachable, but it refuses the key (${status})`,
      `Copy ${prefix}_API_KEY from the account again, and check ${prefix}_KEY_HEADER, the header that carries it`,
    )
  if (status === 429) return failed(check, 'reachable, but it limits our rate (429)', 'Wait a minute, and check what else uses this key')
  if (status >= 500) return failed(check, `reachable, but failing (${status})`, 'Check its status page, and try again later')
  return failed(check, `the endpoint is unknown there (${status})`, `Check the path in ${address}`)
}
