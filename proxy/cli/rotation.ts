import { randomBytes } from 'node:crypto'

/** A setting that holds keys, of which several are accepted while they are changed. */
interface KeySetting {
  purpose: string
  /** Whether each key has a name before a colon: `2026-11:…`. */
  isNamed: boolean
  /** Whether the proxy uses the first key for making; otherwise it only checks. */
  makes: boolean
  /** Who uses the key beside the proxy, and has to change too. */
  other: string
  /** How long the old key is kept after the change, and what ends with it. */
  wait: string
  /** How a new key comes about; absent: this command makes it. */
  source?: string
}

/** All settings with keys that can be changed without a gap. */
export const keySettings: Readonly<Record<string, KeySetting>> = {
  SESSION_KEYS: {
    purpose: 'seals sessions, quotes and links to orders',
    isNamed: true,
    makes: true,
    other: 'every instance of the proxy',
    wait: 'Sessions end after two hours, quotes after a day (QUOTE_TTL). Links to orders do not end by themselves: keep the old key as long as they should open.',
  },
  ASSERTION_KEYS: {
    purpose: 'verifies who is signed in at the shop',
    isNamed: true,
    makes: false,
    other: 'the shop, which signs with it',
    wait: 'Assertions end after five minutes.',
  },
  MERCHANT_API_KEYS: { purpose: "lets the shop's server in", isNamed: false, makes: false, other: "the shop's server", wait: 'Nothing else uses it.' },
  CLAIMS_API_KEYS: {
    purpose: 'lets the protection service resolve claims',
    isNamed: false,
    makes: false,
    other: 'the protection service: its account takes the key',
    wait: 'Wait for the next claim.',
  },
  WOOCOMMERCE_SECRETS: {
    purpose: 'verifies the webhooks of WooCommerce',
    isNamed: false,
    makes: false,
    other: 'the plugin for WooCommerce: its secret for reports',
    wait: 'Nothing else uses it.',
  },
  SHOPIFY_APP_SECRETS: {
    purpose: 'verifies the webhooks of Shopify, and gets tokens of its Admin API',
    isNamed: false,
    makes: true,
    other: 'Shopify, which signs with it',
    wait: 'Shopify repeats failed webhooks for four hours.',
    source: 'Make a new secret in the Dev Dashboard, under Settings > Secret.',
  },
  LOYALTY_WEBHOOK_TOKENS: {
    purpose: 'verifies the webhooks of the loyalty service',
    isNamed: false,
    makes: false,
    other: 'the loyalty service',
    wait: 'Run "storefront-proxy webhook rotate --finish", which says when both have arrived.',
    source: 'Run "storefront-proxy webhook rotate", which registers a second webhook and prints its token.',
  },
}

/** How far the change of a key has come, and what to do next. */
export interface Rotation {
  setting: string
  step: 1 | 2 | 3
  of: 3
  /** A new key for the setting; only in the first step, and only if this command makes it. */
  key?: string
  todo: string[]
}

/**
 * Says the next step of changing the key of a setting, from the keys that the setting has: one key, so a second is needed; two keys, the old one first;
 * two keys, the new one first. Of keys without names, or without dates in their names, the order says which is the new one: it was added at the end.
 */
export function nextStep(setting: string, keys: readonly string[], now = new Date()): Rotation {
  const { isNamed, makes, other, wait, source } = keySettings[setting]!
  const restart = 'restart every instance, one after the other'
  if (keys.length < 2) {
    const key = source === undefined ? newKey(isNamed, namesIn(keys), now) : undefined
    const add = `Add the new key at the end of ${setting}, behind a comma, and ${restart}. From then on both are accepted.`
    return { setting, step: 1, of: 3, ...(key !== undefined && { key }), todo: [...(source === undefined ? [] : [source]), add, again(setting)] }
  }
  const isChanged = isNamed && (dateOf(keys[0]!) ?? '') > (dateOf(keys[1]!) ?? '')
  if (makes && !isChanged && isNamed)
    return {
      setting,
      step: 2,
      of: 3,
      todo: [`Move the new key ("${nameOf(keys[1]!)}") to the front of ${setting}, and ${restart}. It is used from then on.`, again(setting)],
    }
  const old = isNamed ? `the old key ("${nameOf(isChanged ? keys[1]! : keys[0]!)}")` : 'the old key, which is the first'
  const change = makes && isNamed ? [] : [`Give the new key to ${other}${makes ? `, move it to the front of ${setting}, and ${restart}` : ''}.`]
  return {
    setting,
    step: 3,
    of: 3,
    todo: [...change, wait, `Then remove ${old} from ${setting}, and ${restart}. That was the last step: the change is then complete.`],
  }
}

const again = (setting: string) => `Then run this again: storefront-proxy keys rotate ${setting}`

/** The name of a key: what tokens tell it by, never the key itself. */
export const nameOf = (key: string) => key.slice(0, key.indexOf(':'))
const namesIn = (keys: readonly string[]) => keys.map(nameOf)

/** The date with which the name of a key begins: its month, or its day. */
export const dateOf = (key: string): string | undefined => /^20\d\d-(?:0[1-9]|1[0-2])(?:-[0-3]\d)?(?!\d)/.exec(key)?.[0]

function newKey(isNamed: boolean, taken: readonly string[], now: Date): string {
  const bytes = randomBytes(32).toString('base64url')
  if (!isNamed) return bytes
  const day = now.toISOString().slice(0, 10)
  let name = day
  for (let count = 2; taken.includes(name); count += 1) name = `${day}.${count}`
  return `${name}:${bytes}`
}
