import { z } from 'zod'
import type { Access, AccountOptions } from './account.ts'

const own = { LOYALTY_BASE_URL: 'loyaltyBaseUrl', LOYALTY_API_KEY: 'loyaltyKey', PROTECTION_BASE_URL: 'protectionBaseUrl' } as const
const names = { ...own, PROTECTION_API_KEY: 'protectionKey', TRACK_BASE_URL: 'trackBaseUrl' } as const

/** The real account that the environment names, or nothing where it names none; what is missing of one is said all at once. */
export function readAccount(env: NodeJS.ProcessEnv): AccountOptions | undefined {
  const setting = (name: string) => env[`CONFORMANCE_${name}`] || undefined
  const access = readAccess(setting, '')
  if (!access) return undefined
  return {
    access,
    other: readAccess((name) => setting(`OTHER_${name}`) ?? (name.endsWith('_BASE_URL') && name !== 'TRACK_BASE_URL' ? setting(name) : undefined), 'OTHER_'),
    customerIds: setting('CUSTOMER_ID')?.split(',') ?? [],
    timeout:
      1000 *
      z.coerce
        .number('CONFORMANCE_PATIENCE is no number of seconds')
        .min(1)
        .parse(setting('PATIENCE') ?? 20),
    receiver: {
      publicUrl: setting('RECEIVER_URL'),
      port: z.coerce
        .number('CONFORMANCE_RECEIVER_PORT is no port')
        .min(0)
        .max(65_535)
        .parse(setting('RECEIVER_PORT') ?? 0),
    },
  }
}

function readAccess(setting: (name: string) => string | undefined, prefix: string): Access | undefined {
  const keys = ['LOYALTY_API_KEY', 'PROTECTION_API_KEY'] as const
  if (keys.every((name) => setting(name) === undefined)) return undefined
  const missing = Object.keys(names).filter((name) => setting(name) === undefined)
  if (missing.length > 0) throw new Error(`Set ${missing.map((name) => `CONFORMANCE_${prefix}${name}`).join(', ')} too: an account is both services.`)
  const access = Object.fromEntries(Object.entries(names).map(([name, field]) => [field, setting(name)])) as unknown as Access
  const naming = setting('PROTECTION_NAMING')
  return { ...access, ...(naming && { protectionNaming: z.enum(['insured', 'protected']).parse(naming) }) }
}
