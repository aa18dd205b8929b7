import { z } from 'zod'
import { decimals } from '../../src/contract/money.ts'
import { secret } from '../upstream/service-settings.ts'
import { address } from '../upstream/web-address.ts'
import { storeLocation } from './store-location.ts'

const secrets = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  )
  .pipe(z.array(secret).min(1, 'is empty').max(10))

/** Amounts such as "50.00 USD", at most one of each currency. */
const limits = z.string().transform((value, context): Readonly<Record<string, number>> => {
  const found: Record<string, number> = {}
  for (const one of value.split(',')) {
    const [, whole, fraction = '', currency] = /^ *(\d{1,9})(?:\.(\d{1,4}))? ([A-Z]{3}) *$/.exec(one) ?? []
    const digits = currency ? decimals(currency) : 0
    if (!currency || fraction.length > digits || currency in found) {
      context.addIssue({ code: 'custom', message: 'takes one amount of each currency: "50.00 USD", or "50.00 USD, 8000 JPY", for example' })
      return z.NEVER
    }
    found[currency] = Number(whole + fraction.padEnd(digits, '0'))
  }
  return found
})

const hour = 3_600_000

/** The settings of what reports orders and resolves claims: each name, what it takes, what it means. */
export const merchantSettings = {
  MERCHANT_API_KEYS: secrets.optional().describe("Bearer keys of the merchant's backend; absent: the routes for the backend are off"),
  ...storeLocation,
  SHOP_NAME: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'is no name of up to 200 visible characters without spaces; "kiln-and-paper", for example')
    .optional()
    .describe('Name of the shop in its store, unique to the shop; absent: `PUBLIC_URL`. If `PUBLIC_URL` changes, set this to the old address'),
  SHOPIFY_SHOP: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/, 'is no shop of the platform; "kiln-and-paper.myshopify.com", for example')
    .optional()
    .describe('Shopify shop whose webhooks are accepted; absent: the routes for Shopify are off'),
  SHOPIFY_APP_SECRETS: secrets.optional().describe('Client secrets of the app, which verify its webhooks'),
  SHOPIFY_CLIENT_ID: z
    .string()
    .regex(/^[\w-]{8,100}$/, 'is no client id of an app; copy it from Dev Dashboard > Settings')
    .optional()
    .describe(
      'Client id of the app of the shop. With the first of `SHOPIFY_APP_SECRETS` the proxy gets its tokens of the Admin API, for pictures, refunds, reorders, credits and keys of orders. It also verifies the requests of UI extensions. Absent: people refund by hand, and the extensions show nothing',
    ),
  SHOPIFY_ADMIN_TOKEN: secret
    .optional()
    .describe('Token of the Admin API without an end, of an older app; it is used in place of tokens by `SHOPIFY_CLIENT_ID`'),
  SHOPIFY_ADMIN_URL: address.optional().describe('Address of the Admin API, if it is not `SHOPIFY_SHOP`'),
  WOOCOMMERCE_SECRETS: secrets.optional().describe('Secrets that verify the webhooks of WooCommerce; absent: the routes for WooCommerce are off'),
  WOOCOMMERCE_URL: address.optional().describe('Address of the WooCommerce shop, whose REST API lists the orders'),
  WOOCOMMERCE_API_KEY: z
    .string()
    .regex(/^ck_\w{16,100}:cs_\w{16,100}$/, 'is no key of the REST API; "ck_…:cs_…": consumer key, colon, consumer secret')
    .optional()
    .describe('Read-only key of the REST API of WooCommerce, `ck_…:cs_…`; absent: the proxy does not search for lost webhooks'),
  RECONCILE_EVERY: z
    .string()
    .regex(/^(off|[1-9]\d?h|1[0-5]\dh|16[0-8]h)$/, 'takes off, or hours from 1h to 168h; "24h", for example')
    .transform((value) => (value === 'off' ? 0 : Number.parseInt(value, 10) * hour))
    .optional()
    .describe(
      'Interval at which the proxy searches the platform for orders that were never reported, and reports them: `off`, or hours such as `24h`; absent: `24h` for WooCommerce with `WOOCOMMERCE_API_KEY`, else `off`',
    ),
  FALLBACK_PHONE: z
    .string()
    .regex(/^\+?[\d ().-]{5,30}$/, 'is no phone number; "+1 510 555 0100", for example')
    .optional()
    .describe('Phone number of the shop, for orders without a phone number; absent: such orders are held'),
  PLACEHOLDER_IMAGE_URL: address.optional().describe('Picture for goods without a picture; absent: `/favicon.ico` of the first origin'),
  LOYALTY_WEBHOOK_TOKENS: secrets.optional().describe('Tokens that verify webhooks of the loyalty service; absent: its webhooks are not accepted'),
  CLAIMS_API_KEYS: secrets.optional().describe('Keys that verify the protection service when it wants a claim resolved; absent: the routes for claims are off'),
  CLAIMS_RESOLVER: z
    .enum(['demo', 'shopify', 'url'], 'takes demo, shopify or url')
    .optional()
    .describe('System that makes refunds, reorders and credits; required with `CLAIMS_API_KEYS`'),
  CLAIMS_RESOLVER_URL: address.optional().describe('Address of the merchant that resolves claims, for `url`'),
  CLAIMS_RESOLVER_SECRET: secret.optional().describe('Secret that signs the requests to `CLAIMS_RESOLVER_URL`'),
  CLAIMS_MODE: z
    .enum(['approve', 'auto'], 'takes approve or auto')
    .default('approve')
    .describe('Whether a person approves each claim, or claims up to `CLAIMS_AUTO_LIMIT` are resolved at once'),
  CLAIMS_AUTO_LIMIT: limits
    .optional()
    .describe('Highest amounts that all claims of an order may take without a person, such as `50.00 USD`; absent: a person approves every claim'),
}

type MerchantSettings = z.infer<z.ZodObject<typeof merchantSettings>>

/** A platform whose webhooks the proxy understands. */
export type PlatformName = 'shopify' | 'woocommerce'

/** What reports orders and resolves claims. */
export interface MerchantConfig {
  merchantKeys: readonly string[]
  store: { url: string } | { folder: string }
  /** `clientId` is needed for UI extensions alone. */
  shopify: { shop: string; secrets: readonly string[]; clientId?: string | undefined } | undefined
  shopifyAdmin: { baseUrl: string; access: { token: string } | { clientId: string; clientSecret: string } } | undefined
  woocommerce: { secrets: readonly string[] } | undefined
  woocommerceApi: { baseUrl: string; key: string } | undefined
  /** Milliseconds between searches for lost orders, by platform; a platform without one is not searched. */
  reconcileEvery: Partial<Record<PlatformName, number>>
  fallbackPhone: string | undefined
  placeholderImageUrl: string | undefined
  loyaltyWebhookTokens: readonly string[]
  claims: ClaimsConfig | undefined
}

/** How claims are resolved. */
export interface ClaimsConfig {
  keys: readonly string[]
  resolver: 'demo' | 'shopify' | 'url'
  /** Of the `url` resolver. */
  url: string
  secret: string
  mode: 'approve' | 'auto'
  /** Smallest units by currency, up to which claims are resolved at once in `auto`. */
  autoLimit: Readonly<Record<string, number>>
}

/** Reads them once each is known to be well-formed. */
export function toMerchantConfig(all: MerchantSettings): MerchantConfig {
  return {
    merchantKeys: all.MERCHANT_API_KEYS ?? [],
    store: all.DATABASE_URL ? { url: all.DATABASE_URL } : { folder: all.DATA_DIR },
    shopify:
      all.SHOPIFY_SHOP && all.SHOPIFY_APP_SECRETS ? { shop: all.SHOPIFY_SHOP, secrets: all.SHOPIFY_APP_SECRETS, clientId: all.SHOPIFY_CLIENT_ID } : undefined,
    shopifyAdmin: toShopifyAdmin(all),
    woocommerce: all.WOOCOMMERCE_SECRETS && { secrets: all.WOOCOMMERCE_SECRETS },
    woocommerceApi: all.WOOCOMMERCE_URL && all.WOOCOMMERCE_API_KEY ? { baseUrl: all.WOOCOMMERCE_URL, key: all.WOOCOMMERCE_API_KEY } : undefined,
    reconcileEvery: toReconcileEvery(all),
    fallbackPhone: all.FALLBACK_PHONE,
    placeholderImageUrl: all.PLACEHOLDER_IMAGE_URL,
    loyaltyWebhookTokens: all.LOYALTY_WEBHOOK_TOKENS ?? [],
    claims:
      all.CLAIMS_API_KEYS && all.CLAIMS_RESOLVER
        ? {
            keys: all.CLAIMS_API_KEYS,
            resolver: all.CLAIMS_RESOLVER,
            url: all.CLAIMS_RESOLVER_URL ?? '',
            secret: all.CLAIMS_RESOLVER_SECRET ?? '',
            mode: all.CLAIMS_MODE,
            autoLimit: all.CLAIMS_AUTO_LIMIT ?? {},
          }
        : undefined,
  }
}

function toShopifyAdmin(all: MerchantSettings): MerchantConfig['shopifyAdmin'] {
  const baseUrl = all.SHOPIFY_ADMIN_URL ?? (all.SHOPIFY_SHOP && `https://${all.SHOPIFY_SHOP}`)
  const [clientSecret] = all.SHOPIFY_APP_SECRETS ?? []
  if (!baseUrl) return undefined
  if (all.SHOPIFY_ADMIN_TOKEN) return { baseUrl, access: { token: all.SHOPIFY_ADMIN_TOKEN } }
  return all.SHOPIFY_CLIENT_ID && clientSecret ? { baseUrl, access: { clientId: all.SHOPIFY_CLIENT_ID, clientSecret } } : undefined
}

/** Shopify repeats a webhook for four hours; WooCommerce never does, so that its orders are looked at daily unless something else is set. */
function toReconcileEvery({ RECONCILE_EVERY: every, ...all }: MerchantSettings): MerchantConfig['reconcileEvery'] {
  return {
    ...(listsShopify(all) && every && { shopify: every }),
    ...(all.WOOCOMMERCE_API_KEY && every !== 0 && { woocommerce: every ?? 24 * hour }),
  }
}

/** Whether something here lists orders in the words of Shopify. */
const listsShopify = (all: Partial<Record<string, unknown>>) => reachesShopify(all) || all.CLAIMS_RESOLVER === 'demo'

const reachesShopify = ({ SHOPIFY_ADMIN_TOKEN, SHOPIFY_CLIENT_ID }: Partial<Record<string, unknown>>) =>
  (SHOPIFY_ADMIN_TOKEN ?? SHOPIFY_CLIENT_ID) !== undefined

/** Settings that need another setting, and for which value. */
const together: readonly (readonly [name: keyof MerchantSettings, needs: keyof MerchantSettings, only?: string])[] = [
  ['SHOPIFY_SHOP', 'SHOPIFY_APP_SECRETS'],
  ['SHOPIFY_APP_SECRETS', 'SHOPIFY_SHOP'],
  ['SHOPIFY_ADMIN_TOKEN', 'SHOPIFY_SHOP'],
  ['SHOPIFY_CLIENT_ID', 'SHOPIFY_SHOP'],
  ['WOOCOMMERCE_URL', 'WOOCOMMERCE_API_KEY'],
  ['WOOCOMMERCE_API_KEY', 'WOOCOMMERCE_URL'],
  ['WOOCOMMERCE_API_KEY', 'WOOCOMMERCE_SECRETS'],
  ['CLAIMS_API_KEYS', 'CLAIMS_RESOLVER'],
  ['CLAIMS_RESOLVER', 'CLAIMS_RESOLVER_URL', 'url'],
  ['CLAIMS_RESOLVER', 'CLAIMS_RESOLVER_SECRET', 'url'],
]

/** The settings that are missing although others need them. */
export const missingBeside = (all: Partial<Record<string, unknown>>): [name: string, fault: string][] => [
  ...missingOf(all),
  ...(all.CLAIMS_RESOLVER === 'shopify' && !reachesShopify(all)
    ? [['SHOPIFY_CLIENT_ID', 'is missing, but CLAIMS_RESOLVER=shopify is set'] as [string, string]]
    : []),
  ...(all.RECONCILE_EVERY !== undefined && all.RECONCILE_EVERY !== 'off' && all.WOOCOMMERCE_API_KEY === undefined && !listsShopify(all)
    ? [['WOOCOMMERCE_API_KEY', 'is missing, and so is SHOPIFY_CLIENT_ID, but RECONCILE_EVERY is set'] as [string, string]]
    : []),
]

const missingOf = (all: Partial<Record<string, unknown>>) =>
  together.flatMap(([name, needs, only]): [string, string][] =>
    all[name] !== undefined && (only === undefined || all[name] === only) && all[needs] === undefined
      ? [[needs, `is missing, but ${name}${only === undefined ? '' : `=${only}`} is set`]]
      : [],
  )
