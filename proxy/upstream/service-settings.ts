import { z } from 'zod'
import { placeholder, type AuthBody, type HeaderForm } from './credentials.ts'
import type { ProtectionNaming } from './naming.ts'
import { address } from './web-address.ts'

/** The address, key and request format of each service that is set up. */
export interface ServicesConfig {
  loyalty: { baseUrl: string; apiKey: string; keyHeader: HeaderForm; tokenHeader: HeaderForm; authBody: AuthBody } | undefined
  protection: { baseUrl: string; apiKey: string; keyHeader: HeaderForm; naming: ProtectionNaming } | undefined
  track: { baseUrl: string } | undefined
}

/** Headers that define how a message is read; a secret in one of them would break every request. */
const framing = new Set([
  'accept',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** A secret that is long enough not to be guessed. */
export const secret = z.string().min(16, 'is shorter than 16 characters; take the key from the account, or make one with "openssl rand -base64 32"')

/** A secret that a header can carry. */
const headerSecret = secret.regex(/^[\x21-\x7e]+$/, 'holds a character that no header can carry; copy the key again, without spaces or line breaks')

const headerForm = z.string().transform((value, context): HeaderForm => {
  const [, name, prefix = ''] = /^([\w!#$%&'*+.^`|~-]{1,64})(?:: *([\x21-\x7e]{1,64}))?$/.exec(value) ?? []
  const fault = !name
    ? 'is no header name, or name and prefix; "X-Api-Key" or "Authorization: Bearer", for example'
    : framing.has(name.toLowerCase()) && `cannot be "${name}", which says how a message is read; take the header that the service names for its key`
  if (fault) context.addIssue({ code: 'custom', message: fault })
  return name ? { name, prefix } : z.NEVER
})

const authBody = z.string().transform((value, context): AuthBody => {
  let body: unknown
  try {
    body = JSON.parse(value)
  } catch {
    body = undefined
  }
  if (body && typeof body === 'object' && !Array.isArray(body) && JSON.stringify(body).includes(placeholder)) return body as AuthBody
  context.addIssue({ code: 'custom', message: `is no JSON object with ${placeholder} in it; '{"customerId":"${placeholder}"}', for example` })
  return z.NEVER
})

/** The settings of the services: name, schema and meaning of each. */
export const serviceSettings = {
  LOYALTY_BASE_URL: address.optional().describe('Address of the loyalty service, without `/v2.0`'),
  LOYALTY_API_KEY: headerSecret.optional().describe('Private key of the loyalty service'),
  LOYALTY_KEY_HEADER: headerForm.prefault('X-Loyalty-Api-Key').describe('Header that carries the key, `Name` or `Name: prefix`'), // A34
  LOYALTY_TOKEN_HEADER: headerForm.prefault('Authorization: Bearer').describe("Header that carries a member's own token, `Name` or `Name: prefix`"), // A32
  LOYALTY_AUTH_BODY: authBody
    .prefault(`{"customerId":"${placeholder}"}`)
    .describe('Body of the request that signs a member in, as a JSON object; `{customerId}` stands for the id of the customer'), // A30
  PROTECTION_BASE_URL: address
    .refine((value) => value.endsWith('/api/v1'), 'has to end in "/api/v1"')
    .optional()
    .describe('Address of the protection service; ends in `/api/v1`'),
  PROTECTION_API_KEY: headerSecret.optional().describe('Private key of the protection service'),
  PROTECTION_KEY_HEADER: headerForm.prefault('X-API-Key').describe('Header that carries the key, `Name` or `Name: prefix`'),
  PROTECTION_NAMING: z
    .enum(['insured', 'protected'], 'is neither "insured" nor "protected"')
    .default('insured')
    .describe('Naming of the fields that the service uses'),
  TRACK_BASE_URL: address.optional().describe('Address of the track interface, without `/api/order`'),
  ALLOW_INSECURE_UPSTREAM: z
    .enum(['0', '1'], 'takes 1 or 0')
    .default('0')
    .describe('`1` allows `http:` in the addresses of services; without it, only addresses on the same machine may begin with `http:`'),
}

/** The settings that each service needs. If only some of them are given, its set-up is incomplete. */
export const neededSettings = {
  loyalty: ['LOYALTY_BASE_URL', 'LOYALTY_API_KEY'],
  protection: ['PROTECTION_BASE_URL', 'PROTECTION_API_KEY'],
  track: ['TRACK_BASE_URL'],
} as const satisfies Record<keyof ServicesConfig, readonly (keyof typeof serviceSettings)[]>

/** Makes the configuration of the services that these settings set up. */
export function toServicesConfig(all: z.infer<z.ZodObject<typeof serviceSettings>>): ServicesConfig {
  return {
    loyalty:
      all.LOYALTY_BASE_URL && all.LOYALTY_API_KEY
        ? {
            baseUrl: all.LOYALTY_BASE_URL,
            apiKey: all.LOYALTY_API_KEY,
            keyHeader: all.LOYALTY_KEY_HEADER,
            tokenHeader: all.LOYALTY_TOKEN_HEADER,
            authBody: all.LOYALTY_AUTH_BODY,
          }
        : undefined,
    protection:
      all.PROTECTION_BASE_URL && all.PROTECTION_API_KEY
        ? { baseUrl: all.PROTECTION_BASE_URL, apiKey: all.PROTECTION_API_KEY, keyHeader: all.PROTECTION_KEY_HEADER, naming: all.PROTECTION_NAMING }
        : undefined,
    track: all.TRACK_BASE_URL ? { baseUrl: all.TRACK_BASE_URL } : undefined,
  }
}

/** Lists conflicts between these settings, by the setting to change. */
export function conflictsOf({ loyalty }: ServicesConfig): [name: keyof typeof serviceSettings, fault: string][] {
  const same = loyalty && loyalty.keyHeader.name.toLowerCase() === loyalty.tokenHeader.name.toLowerCase()
  return same ? [['LOYALTY_TOKEN_HEADER', 'names the same header as LOYALTY_KEY_HEADER; a request carries both']] : []
}
