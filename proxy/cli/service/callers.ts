import type { CallOptions } from '../../../src/contract/client.ts'
import { ConfigError } from '../../config/config-error.ts'
import { readServices, settings } from '../../config/config.ts'
import { createTransport, type Transport } from '../../upstream/transport.ts'
import type { catalogue } from '../../upstream/catalogue.ts'
import { createClaims, createServices } from '../../upstream/services.ts'
import type { HeaderForm } from '../../upstream/credentials.ts'

/** A part of the catalogue. */
export type FamilyName = keyof typeof catalogue

type Call = (input: unknown, options?: CallOptions) => Promise<unknown>

/** Calls the operations of one family. */
export interface Caller {
  /** The address of the service. */
  readonly baseUrl: string
  /** The operations by their verbs. */
  readonly operations: Readonly<Record<string, Call>>
  /** The options of a call in the name of a member. */
  asMember(token: string): CallOptions
  /** The secrets, which are never printed: the key, and the headers with secrets. */
  readonly secrets: { readonly key: string | undefined; readonly headers: readonly string[] }
  close(): Promise<void>
}

/** Creates the transport to a service. A dry run uses one that only shows requests. */
export type Connect = typeof createTransport

/** A transport that remembers `Retry-After` of the service, and returns the remaining seconds. */
export function createConnectWithRetryAfter(): { connect: Connect; retryAfter: () => number | undefined } {
  let end = 0
  const connect: Connect = (...service) => {
    const transport = createTransport(...service)
    const send: Transport['send'] = async (...request) => {
      const answer = await transport.send(...request)
      if (answer.retryAfter !== undefined) end = performance.now() + answer.retryAfter * 1000
      return answer
    }
    return { ...transport, send }
  }
  const left = () => (end - performance.now()) / 1000
  return { connect, retryAfter: () => (left() > 0 ? left() : undefined) }
}

type Environment = Readonly<Record<string, string | undefined>>

/** Opens the calls of one family, with only the settings that the family needs. Throws a {@link ConfigError} that names missing settings. */
export function openCaller(family: FamilyName, env: Environment, { claimsUrl, connect = createTransport }: { claimsUrl?: string; connect?: Connect }): Caller {
  if (family === 'claims') return openClaims(env, claimsUrl, connect)
  const service = family === 'loyaltyStorefront' ? 'loyalty' : family
  const config = readServices(env, service)
  const services = createServices(config, undefined, connect)
  const clients = {
    loyalty: services.loyalty?.admin,
    loyaltyStorefront: services.loyalty?.storefront,
    protection: services.protection,
    track: services.track,
  }
  const { baseUrl, apiKey, keyHeader, tokenHeader } = config[service] as { baseUrl: string; apiKey?: string; keyHeader?: HeaderForm; tokenHeader?: HeaderForm }
  return {
    baseUrl,
    operations: clients[family] as unknown as Caller['operations'],
    asMember: (token) => services.loyalty!.asMember(token),
    secrets: { key: apiKey, headers: [keyHeader, tokenHeader].flatMap((form) => (form ? [form.name.toLowerCase()] : [])) },
    close: () => closeAll(services.transports.values()),
  }
}

const noClaimsUrl = 'PUBLIC_URL is missing. Set it, or add --claims-url.'

/** Calls the merchant's own address for claims with the merchant's own key, as the protection service does (A91, A102). */
function openClaims(env: Environment, claimsUrl: string | undefined, connect: Connect): Caller {
  const publicUrl = env.PUBLIC_URL?.trim()
  const url = settings.shape.PUBLIC_URL.safeParse(claimsUrl ?? (publicUrl && `${publicUrl.replace(/\/+$/, '')}/v1/claims`))
  const key = env.CLAIMS_API_KEYS?.split(',')[0]?.trim() || env.PROTECTION_API_KEY?.trim()
  const faults = [
    ...(url.success ? [] : [claimsUrl || publicUrl ? `${claimsUrl ? '--claims-url' : 'PUBLIC_URL'} ${url.error.issues[0]!.message}.` : noClaimsUrl]),
    ...(key ? [] : ['CLAIMS_API_KEYS is missing. Set it, or PROTECTION_API_KEY.']),
  ]
  if (!url.success || !key) throw new ConfigError(faults)
  const transport = connect('claims')
  return {
    baseUrl: url.data,
    operations: createClaims(url.data, key, transport.send) as unknown as Caller['operations'],
    asMember: () => ({}),
    secrets: { key, headers: ['x-api-key'] },
    close: () => transport.close(),
  }
}

const closeAll = async (transports: Iterable<Transport>) => void (await Promise.all([...transports].map((transport) => transport.close())))
