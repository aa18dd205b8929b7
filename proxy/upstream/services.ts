import type { Client } from '../../src/contract/client.ts'
import { createTransport, type Observe, type SendBounded, type Transport } from './transport.ts'
import { createBoundedClient } from './bounded-client.ts'
import { createCheckedClient, InputError, misread, type CheckedClient } from './checked-client.ts'
import { claimsAnswers, claimsInputs } from './claims.schema.ts'
import { claimsService } from './claims.ts'
import { toCursor } from './cursor.ts'
import { unwrapEnvelope, withReadableErrors } from './envelope.ts'
import { loyaltyAnswers, loyaltyStorefrontAnswers, loyaltyEssential } from './loyalty.schema.ts'
import { loyaltyInputs, loyaltyStorefrontInputs } from './loyalty-inputs.schema.ts'
import { loyaltyService, loyaltyStorefrontService } from './loyalty.ts'
import { contradictions, inNaming, toInsuredNaming, toProtectedNaming } from './naming.ts'
import { protectionAnswers, protectionInputs } from './protection.schema.ts'
import { protectionService } from './protection.ts'
import { toAuthBody, toHeader } from './credentials.ts'
import type { ServicesConfig } from './service-settings.ts'
import { trackAnswers, trackInputs, trackEssential } from './track.schema.ts'
import { trackService } from './track.ts'

/** The clients of the loyalty service, for the merchant and for a member. */
export interface LoyaltyClients {
  admin: CheckedClient<typeof loyaltyService>
  storefront: CheckedClient<typeof loyaltyStorefrontService>
  /** Makes the headers of a call as this member: their token in addition to the key (A32). */
  asMember(jwt: string): { headers: Record<string, string> }
}

/** The clients of the configured services, each with its key, its deadlines and its breaker. */
export interface Services {
  loyalty: LoyaltyClients | undefined
  protection: Client<typeof protectionService> | undefined
  track: CheckedClient<typeof trackService> | undefined
  transports: ReadonlyMap<string, Transport>
}

/** Creates the clients of the configured services; `connect` creates their transports. */
export function createServices({ loyalty, protection, track }: Partial<ServicesConfig>, observe?: Observe, connect = createTransport): Services {
  const transports = new Map<string, Transport>()
  const open = (service: string) => {
    const transport = connect(service, observe)
    transports.set(service, transport)
    return withReadableErrors(transport.send)
  }

  return {
    loyalty: loyalty && createLoyalty(loyalty, open('loyalty')),
    protection: protection && createProtection(protection, open('protection')),
    track:
      track &&
      createCheckedClient(createBoundedClient(trackService, { baseUrl: track.baseUrl, send: open('track') }), {
        inputs: trackInputs,
        answers: trackAnswers,
        essential: trackEssential,
      }),
    transports,
  }
}

/** Creates a client of the merchant's side of claims resolution, which calls it like the protection service (A91, A102). */
export const createClaims = (baseUrl: string, key: string, send: SendBounded = createTransport('claims').send): Client<typeof claimsService> =>
  createCheckedClient(createBoundedClient(claimsService, { baseUrl, send: withReadableErrors(send), headers: { 'X-API-Key': key } }), {
    inputs: claimsInputs,
    answers: claimsAnswers,
  })

function createLoyalty({ baseUrl, apiKey, keyHeader, tokenHeader, authBody }: NonNullable<ServicesConfig['loyalty']>, send: SendBounded): LoyaltyClients {
  const options = { baseUrl, send, headers: toHeader(keyHeader, apiKey), unwrap: unwrapEnvelope }
  const client = createBoundedClient(loyaltyStorefrontService, options)
  const authenticate: typeof client.authenticate = ({ customerId, ...beside }, call) =>
    client.authenticate({ ...toAuthBody(authBody, customerId), ...beside } as typeof beside & { customerId: string }, call)
  const signing: Client<typeof loyaltyStorefrontService> = { ...client, authenticate }
  const storefront = createCheckedClient(signing, {
    inputs: loyaltyStorefrontInputs,
    answers: loyaltyStorefrontAnswers,
    essential: loyaltyEssential,
    prepare: withTextCursor,
  })
  return {
    admin: createCheckedClient(createBoundedClient(loyaltyService, options), {
      inputs: loyaltyInputs,
      answers: loyaltyAnswers,
      essential: loyaltyEssential,
      prepare: inPages,
    }),
    storefront: { ...storefront, readMember: requireOwnRecord(storefront.readMember) },
    asMember: (jwt) => ({ headers: toHeader(tokenHeader, jwt) }),
  }
}

/** Refuses the record of another member, because the record is shown to the member who requests it (A10). */
const requireOwnRecord =
  (readMember: LoyaltyClients['storefront']['readMember']): typeof readMember =>
  async (input, call) => {
    const member = await readMember(input, call)
    if (member.customerId !== input.id) throw misread('readMember', new TypeError('the record is of another member'))
    return member
  }

function createProtection({ baseUrl, apiKey, keyHeader, naming }: NonNullable<ServicesConfig['protection']>, send: SendBounded) {
  const inItsNaming: SendBounded = (url, init) =>
    send(url, naming === 'protected' && init.body ? { ...init, body: JSON.stringify(toProtectedNaming(JSON.parse(init.body))) } : init)
  // Both headers are required on every operation, whether or not there is a body (section 4).
  const headers = { ...toHeader(keyHeader, apiKey), 'Content-Type': 'application/json' }
  const client = createBoundedClient(inNaming(protectionService, naming), { baseUrl, send: inItsNaming, headers, unwrap: toInsuredNaming })
  return createCheckedClient(client, { inputs: protectionInputs, answers: protectionAnswers, prepare: inOneNaming })
}

/** Accepts either naming; rejects fields that are present in both with different values (A72). */
function inOneNaming(input: Record<string, unknown>, verb: string) {
  const faults = contradictions(input)
  if (faults.length > 0) throw new InputError(verb, faults)
  return toInsuredNaming(input) as Record<string, unknown>
}

/** Converts a cursor to text; a caller may return it in the form in which it came (A7). */
const withTextCursor = (input: Record<string, unknown>) =>
  typeof input.lastCreditEntry === 'object' ? { ...input, lastCreditEntry: toCursor(input.lastCreditEntry) } : input

/** The default length of a page. The service's own default is not documented, so every request states a length (A4). */
const pageLength = 50

const inPages = (input: Record<string, unknown>, verb: keyof typeof loyaltyService) =>
  loyaltyService[verb].cursor === undefined ? input : { ...withTextCursor(input), limit: input.limit ?? pageLength }
