import type { ZodType } from 'zod'
import { createClient, type Client } from '../../src/contract/client.ts'
import type { Endpoints } from '../../src/contract/endpoint.ts'
import type { Config } from '../config.ts'
import { Refusal } from '../problems.ts'
import { createTransport, type Observe, type Transport } from '../transport.ts'
import { loyaltyAnswers, loyaltyStorefrontAnswers } from './loyalty.schema.ts'
import { loyaltyService, loyaltyStorefrontService } from './loyalty.ts'
import { inNaming, toInsuredNaming, toProtectedNaming } from './naming.ts'
import { protectionAnswers } from './protection.schema.ts'
import { protectionService } from './protection.ts'
import { trackAnswers } from './track.schema.ts'
import { trackService } from './track.ts'

export interface LoyaltyClients {
  admin: Client<typeof loyaltyService>
  storefront: Client<typeof loyaltyStorefrontService>
}

/** The services that are configured, each with its key, its deadlines and its breaker. */
export interface Services {
  loyalty: LoyaltyClients | undefined
  protection: Client<typeof protectionService> | undefined
  track: Client<typeof trackService> | undefined
  transports: ReadonlyMap<string, Transport>
}

/** How a member's own token travels, beside the key (A32). */
export const asMember = (jwt: string) => ({ headers: { Authorization: `Bearer ${jwt}` } })

export function createServices({ loyalty, protection, track }: Pick<Config, 'loyalty' | 'protection' | 'track'>, observe?: Observe): Services {
  const transports = new Map<string, Transport>()
  const open = (service: string) => {
    const transport = createTransport(service, observe)
    transports.set(service, transport)
    return transport.send
  }

  return {
    loyalty: loyalty && createLoyalty(loyalty, open('loyalty')),
    protection: protection && createProtection(protection, open('protection')),
    track: track && checked(createClient(trackService, { baseUrl: track.baseUrl, send: open('track') }), trackAnswers),
    transports,
  }
}

function createLoyalty({ baseUrl, apiKey }: NonNullable<Config['loyalty']>, send: Transport['send']): LoyaltyClients {
  const options = { baseUrl, send, headers: { 'X-Loyalty-Api-Key': apiKey }, unwrap: outOfEnvelope }
  return {
    admin: checked(createClient(loyaltyService, options), loyaltyAnswers),
    storefront: checked(createClient(loyaltyStorefrontService, options), loyaltyStorefrontAnswers),
  }
}

function createProtection({ baseUrl, apiKey, naming }: NonNullable<Config['protection']>, send: Transport['send']) {
  const inItsNaming: Transport['send'] = (url, init) =>
    send(url, naming === 'protected' && init.body ? { ...init, body: JSON.stringify(toProtectedNaming(JSON.parse(init.body))) } : init)
  // Both headers are required on every operation, whether or not there is a body (section 4).
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' }
  return checked(createClient(inNaming(protectionService, naming), { baseUrl, send: inItsNaming, headers, unwrap: toInsuredNaming }), protectionAnswers)
}

/** `{message, data}` (A1). An answer without `data` may be the bare record; with nothing but a message there is no data. */
function outOfEnvelope(body: unknown): unknown {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body
  if ('data' in body) return body.data
  return Object.keys(body).every((key) => key === 'message') ? undefined : body
}

/** The same client, whose answers are checked before anyone relies on them: nothing that comes from outside is trusted. */
function checked<Table extends Endpoints>(client: Client<Table>, answers: { readonly [Verb in keyof Table]: ZodType }): Client<Table> {
  return Object.fromEntries(
    Object.entries(client as Record<string, (...call: unknown[]) => Promise<unknown>>).map(([verb, call]) => [
      verb,
      async (...input: unknown[]) => {
        const answer = await call(...input).catch((error: unknown) => Promise.reject(error instanceof SyntaxError ? misread(verb, error) : error))
        const parsed = answers[verb]!.safeParse(answer)
        if (!parsed.success) throw misread(verb, parsed.error)
        return parsed.data
      },
    ]),
  ) as Client<Table>
}

const misread = (verb: string, cause: Error) =>
  new Refusal('upstream-unavailable', 'The service cannot be used right now. Try again in a while.', {
    cause: new TypeError(`the answer to ${verb} has another shape`, { cause }),
  })
