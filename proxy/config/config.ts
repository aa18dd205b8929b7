import { createPublicKey, type JsonWebKey } from 'node:crypto'
import type { JWK } from 'jose'
import { z } from 'zod'
import { algorithmOf, readJwk } from './jwk.ts'
import { isNetwork, readTrusted } from '../http/client-address.ts'
import { ConfigError } from './config-error.ts'
import { consoleSettings, missingForConsole, toConsoleConfig, type ConsoleConfig } from './console-settings.ts'
import { merchantSettings, missingBeside, toMerchantConfig, type MerchantConfig } from './merchant-settings.ts'
import { limitSettings } from '../upstream/limits.ts'
import { conflictsOf, neededSettings, serviceSettings, toServicesConfig, type ServicesConfig } from '../upstream/service-settings.ts'
import type { TelemetryConfig } from '../telemetry/telemetry-config.ts'
import { openTelemetryFaults, telemetrySettings, toTelemetryConfig } from './telemetry-settings.ts'
import { address, isInsecure } from '../upstream/web-address.ts'

/** A key with the name that tokens made by it carry. */
export interface NamedKey {
  readonly kid: string
  readonly bytes: Uint8Array
}

/** What shoppers may do beyond reading; the merchant chooses. */
const permissions = ['join', 'redeem', 'cancel', 'reactivate', 'payment', 'protect-later', 'unprotect'] as const
/** One of the things that the merchant may allow shoppers. */
export type Permission = (typeof permissions)[number]

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
)
const port = z
  .string()
  .regex(/^\d{1,5}$/, 'is no port number; 4101, for example')
  .transform(Number)
  .refine((value) => value <= 65_535, 'is no port number; 4101, for example')
const host = z.string().regex(/^[\w.:-]{1,253}$/, 'is no host name or IP address; "127.0.0.1" or "0.0.0.0", for example')
const origin = address
  .refine((value) => /^[^/]+\/\/[^/?#]+$/.test(value), 'has a path; an origin is scheme, host and port: "https://shop.example.com"')
  .transform((value) => new URL(value).origin)
const page = z
  .string()
  .refine(
    (value) => /^(\/(?![/\\])|https?:\/\/[^/?#@\s]+)[^#\\\s]*$/.test(value) && URL.canParse(value, 'https://shop.example.com'),
    'is neither a path nor an http address, without "#"; "/pages/track", for example',
  )
const keyRing = list.pipe(
  z
    .array(
      z.string().transform((pair, context): NamedKey => {
        const [, kid, value] = /^([\w.-]{1,64}):([\w-]+)$/.exec(pair) ?? []
        const bytes = Buffer.from(value ?? '', 'base64url')
        if (!kid || bytes.length < 32) {
          context.addIssue({
            code: 'custom',
            message: 'needs pairs like "2026-11:<base64url of 32 bytes or more>"; make one with "openssl rand 32 | basenc --base64url -w0 | tr -d ="',
          })
          return z.NEVER
        }
        return { kid, bytes }
      }),
    )
    .min(1, 'is empty')
    .superRefine((keys, context) => {
      const twice = keys.find(({ kid }, index) => keys.findIndex((other) => other.kid === kid) < index)
      if (twice) context.addIssue({ code: 'custom', message: `has two keys named "${twice.kid}"; tokens tell keys apart by their names` })
    }),
)
const checkingKeyRing = keyRing.superRefine((keys, context) => {
  for (const { bytes } of keys) {
    const jwk = readJwk(bytes)
    if (jwk?.d !== undefined)
      context.addIssue({ code: 'custom', message: 'holds a private key, which belongs to the shop alone; give its public JWK, without "d"' })
    else if (jwk && !(algorithmOf(jwk) && isKey(jwk)))
      context.addIssue({ code: 'custom', message: 'takes a public JWK of Ed25519 or P-256, or a shared secret, and no other key' })
  }
})
const pastTime = z.iso
  .datetime({ offset: true, error: 'is no time; "2026-11-22T08:30:00Z", for example' })
  .transform(Date.parse)
  .refine((time) => time <= Date.now(), 'has not come yet; nobody could stay signed in until then')
const trusted = z
  .string()
  .refine(
    (value) => readTrusted(value).networks.every(isNetwork),
    'is neither a list of addresses nor a number of hops before them; "10.0.0.0/8" or "2,10.0.0.4", for example',
  )
const limitsFault =
  'needs three to five numbers, "10,5,30,30,100": misses of an address in ten minutes, of an address with one number in an hour, with one number in an hour, with one e-mail address in an hour, of an IPv6 /48 in ten minutes'
const count = (fault: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}$/, fault)
    .transform(Number)
const lookupLimits = list
  .pipe(z.array(count(limitsFault)).min(3, limitsFault).max(5, limitsFault))
  .transform(([address, number, anywhere, email = anywhere, site = 10 * address!]): LookupLimits => [address!, number!, anywhere!, email!, site])
const twoRates = 'needs two numbers, "3000,300": quotes, and look-ups by a key of the service'
const rates = list.pipe(z.tuple([count(twoRates), count(twoRates)], twoRates))

/** Misses that are allowed: of whom, and in how long. */
type LookupLimits = readonly [addressIn10Minutes: number, addressAndNumberInHour: number, numberInHour: number, emailInHour: number, siteIn10Minutes: number]

/** Every setting: its name, what it takes, what it means. The page of settings is generated from it. */
export const settings = z.object({
  PORT: port.default(4101).describe('Port on which the proxy serves browsers and the merchant'),
  HOST: host.default('0.0.0.0').describe('Address to listen on'),
  PUBLIC_URL: address.describe('Address at which browsers reach the proxy; also the audience of assertions'),
  ALLOWED_ORIGINS: list
    .pipe(z.array(origin).min(1, 'is empty; name the origins of the shop'))
    .describe('Origins of the shop, comma-separated; order links point to the first'),
  TRACK_PAGE_URL: page
    .default('/track')
    .describe('Page of the shop with the tracking widget, to which links to orders lead: a path of the first origin, such as `/pages/track`, or an address'),
  OPERATOR_PORT: port.optional().describe('Port for `/readyz`, `/metrics` and the console; absent: none of them is served'),
  OPERATOR_HOST: host
    .default('localhost')
    .describe('Address to listen on for the operator; anything but loopback needs a network that only the operator reaches, such as that of a container'),
  SHUTDOWN_DELAY: z
    .string()
    .regex(/^([0-9]|[1-5][0-9]|60)$/, 'takes seconds from 0 to 60')
    .transform(Number)
    .default(0)
    .describe(
      'Seconds between SIGTERM and the shutdown, in which `/readyz` answers 503 and requests are still accepted, so that a load balancer can turn to other instances',
    ),
  ...serviceSettings,
  SESSION_KEYS: keyRing.describe('`kid:base64url` pairs of 32 bytes or more; the first seals, all open'),
  SESSIONS_SINCE: pastTime.optional().describe('ISO 8601 time that ends all earlier sessions; absent: it ends none'),
  ASSERTION_KEYS: checkingKeyRing
    .optional()
    .describe('`kid:base64url` pairs that verify assertions: a shared secret, or a public JWK; absent: nobody can sign in'),
  ...merchantSettings,
  SHOPPERS_MAY: list
    .pipe(z.array(z.enum(permissions, `takes some of ${permissions.join(', ')}`)))
    .default(['join', 'redeem', 'cancel', 'reactivate'])
    .describe('Actions that shoppers may take beyond reading'),
  QUOTE_TTL: z
    .string()
    .regex(/^\d{1,7}$/, 'is no number of seconds')
    .transform(Number)
    .default(86_400)
    .describe('Seconds for which a quoted price is valid'),
  TRACK_TRIES: lookupLimits
    .default([10, 5, 30, 30, 100])
    .describe(
      'Limits of failed look-ups: of an address in ten minutes, of an address with one number in an hour, with one number in an hour, with one e-mail address in an hour, of an IPv6 /48 in ten minutes',
    ),
  NETWORK_RATES: rates.default([3000, 300]).describe('Limits per network and minute: of quotes, and of look-ups by a key of the service or a wrong key'),
  TRUST_PROXY: trusted
    .optional()
    .describe(
      'Reverse proxies in front: their addresses, or the number of hops and the addresses of the last (`2,10.0.0.4`); a number alone trusts only a reverse proxy on the same machine; absent: none is trusted',
    ),
  MAX_EVENT_LOOP_DELAY: z
    .string()
    .regex(/^\d{1,6}$/, 'is no number of milliseconds; "1000", for example')
    .transform(Number)
    .default(1_000)
    .describe('Milliseconds of delay of the event loop from which requests are answered with 503; 0: never'),
  ...consoleSettings,
  MAX_REQUESTS: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'is no number of requests; "1024", for example')
    .transform(Number)
    .default(1_024)
    .describe(
      'Most requests of browsers that are answered at the same time; others get 503. Half are for prices alone, and one network gets at most half. The server of the shop, the platforms and the services have half as many of their own',
    ),
  ...limitSettings,
  ...telemetrySettings,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'is no log level; "info", for example')
    .default('info')
    .describe('Lowest level that is logged'),
})

/** All that the settings say. */
export interface Config extends ServicesConfig, MerchantConfig {
  port: number
  host: string
  publicUrl: string
  allowedOrigins: readonly string[]
  /** The address of the page to which links to orders lead. */
  trackPageUrl: string
  /** The shop that the store belongs to. */
  shopName: string
  operatorPort: number | undefined
  operatorHost: string
  /** Seconds. */
  shutdownDelay: number
  sessionKeys: readonly NamedKey[]
  /** Milliseconds since 1970: sessions that were made before have ended. */
  sessionsSince: number
  assertionKeys: readonly NamedKey[]
  shoppersMay: ReadonlySet<Permission>
  /** Seconds. */
  quoteTtl: number
  lookupLimits: LookupLimits
  /** In a minute, for each network. */
  networkRates: readonly [quotes: number, keys: number]
  trustProxy: string | undefined
  /** Absent: nobody can sign in at the console, so it is off. */
  console: ConsoleConfig | undefined
  /** At the same time. */
  maxRequests: number
  /** Milliseconds; 0 is no bound. */
  maxEventLoopDelay: number
  logLevel: string
  /** Absent: no traces and metrics are sent. */
  telemetry: TelemetryConfig | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the settings from an environment. Throws a {@link ConfigError} that names all that is missing or malformed. */
export function readConfig(env: Environment): Config {
  const all = read(settings, env)
  return {
    port: all.PORT,
    host: all.HOST,
    publicUrl: all.PUBLIC_URL,
    allowedOrigins: all.ALLOWED_ORIGINS,
    trackPageUrl: new URL(all.TRACK_PAGE_URL, all.ALLOWED_ORIGINS[0]).href,
    operatorPort: all.OPERATOR_PORT,
    operatorHost: all.OPERATOR_HOST,
    shutdownDelay: all.SHUTDOWN_DELAY,
    ...toServicesConfig(all),
    ...toMerchantConfig(all),
    shopName: all.SHOP_NAME ?? all.PUBLIC_URL,
    sessionKeys: all.SESSION_KEYS,
    sessionsSince: all.SESSIONS_SINCE ?? 0,
    assertionKeys: all.ASSERTION_KEYS ?? [],
    shoppersMay: new Set(all.SHOPPERS_MAY),
    quoteTtl: all.QUOTE_TTL,
    lookupLimits: all.TRACK_TRIES,
    networkRates: all.NETWORK_RATES,
    trustProxy: all.TRUST_PROXY,
    console: toConsoleConfig(all),
    maxRequests: all.MAX_REQUESTS,
    maxEventLoopDelay: all.MAX_EVENT_LOOP_DELAY,
    logLevel: all.LOG_LEVEL,
    telemetry: toTelemetryConfig(all),
  }
}

/** The addresses on which a proxy with these settings listens. */
export type Listening = Pick<Config, 'port' | 'host' | 'operatorPort' | 'operatorHost'>

/** Reads where the proxy of this environment listens, and no other setting. Throws a {@link ConfigError} that names all that is malformed. */
export function readListening(env: Environment): Listening {
  const { PORT, HOST, OPERATOR_PORT, OPERATOR_HOST } = read(settings.pick({ PORT: true, HOST: true, OPERATOR_PORT: true, OPERATOR_HOST: true }), env)
  return { port: PORT, host: HOST, operatorPort: OPERATOR_PORT, operatorHost: OPERATOR_HOST }
}

/** Reads how to reach these services, and no other setting. Throws a {@link ConfigError} that names all that is missing or malformed for them. */
export function readServices<Service extends keyof ServicesConfig>(
  env: Environment,
  ...services: readonly Service[]
): { [Each in Service]: NonNullable<ServicesConfig[Each]> } {
  const isOwn = (name: string) => name === 'ALLOW_INSECURE_UPSTREAM' || services.some((service) => name.startsWith(`${service.toUpperCase()}_`))
  const own = Object.entries(env).filter(([name]) => isOwn(name))
  const config = toServicesConfig(read(z.object(serviceSettings), Object.fromEntries(own), services))
  return Object.fromEntries(services.map((service) => [service, config[service]])) as { [Each in Service]: NonNullable<ServicesConfig[Each]> }
}
function read<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, env: Environment, needed: readonly (keyof ServicesConfig)[] = []) {
  const given = Object.fromEntries(Object.keys(schema.shape).flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])))
  const parsed = schema.safeParse(given)
  const lines = parsed.success
    ? conflictsOf(toServicesConfig(parsed.data as z.infer<typeof settings>)).map(([name, fault]) => toLine(name, fault))
    : parsed.error.issues.map(({ path: [name], message }) => toLine(String(name), String(name) in given ? message : 'is missing'))
  for (const service of ['loyalty', 'protection', 'track'] as const) {
    const [set, missing] = [true, false].map((there) => neededSettings[service].filter((name) => name in given === there))
    if (needed.includes(service)) lines.push(...missing!.map((name) => toLine(name, 'is missing')))
    else if (set![0]) lines.push(...missing!.map((name) => toLine(name, `is missing, but ${set![0]} is set`)))
  }
  lines.push(...insecureIn(given).map((name) => toLine(name, insecure)))
  lines.push(...[...missingBeside(given), ...missingForConsole(given), ...openTelemetryFaults(given)].map(([name, fault]) => toLine(name, fault)))
  if (!parsed.success || lines.length > 0) throw new ConfigError([...new Set(lines)])
  return parsed.data
}

/** Where keys, orders or members are sent to. */
const upstreamAddresses = ['LOYALTY_BASE_URL', 'PROTECTION_BASE_URL', 'TRACK_BASE_URL', 'SHOPIFY_ADMIN_URL', 'WOOCOMMERCE_URL', 'CLAIMS_RESOLVER_URL'] as const
const insecure =
  'begins with "http:", so that anybody on the way can read keys and orders; take the https address, or set ALLOW_INSECURE_UPSTREAM=1 where the way is your own network'

/** The addresses to which nothing may be sent unprotected. */
const insecureIn = (given: Environment) =>
  given.ALLOW_INSECURE_UPSTREAM === '1' ? [] : upstreamAddresses.filter((name) => given[name] !== undefined && isInsecure(given[name]))

const toLine = (name: string, fault: string) =>
  `${name} ${fault}. ${name in settings.shape ? `(${settings.shape[name as keyof typeof settings.shape].description})` : ''}`.trim()

function isKey(jwk: JWK): boolean {
  try {
    createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
    return true
  } catch {
    return false
  }
}
