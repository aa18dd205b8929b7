import type { Consent } from '../contract/protection.ts'
import { messages as en } from '../i18n/english/protection-notices.ts'

export type { Consent } from '../contract/protection.ts'

/** What was on show when the shopper agreed. */
export interface Agreement extends Omit<Consent, 'wording'> {
  /** The texts, if they are the shop's own. Later only their hash is known: it distinguishes them from others. */
  texts?: string
}

/** Parts the seal of a quote from the record of the consent to protection; neither holds this character. */
const border = '~'

/** The token as a cart or a form carries it: sealed by the proxy, followed by what the shopper agreed to. */
export const withConsent = (token: string, { at, wording, lang, price: { cents, currency } }: Consent): string =>
  withoutConsent(token) + border + btoa(JSON.stringify({ at, wording, lang, price: { cents, currency } })).replace(/[+/=]/g, (sign) => signs[sign]!)

/** The token as the proxy sealed it. */
export const withoutConsent = (token: string): string => token.split(border, 1)[0]!

/** The record of the consent in the token, if there is one. It comes from an earlier page, so it is no more reliable than the page itself. */
export function consentIn(token: string): Consent | undefined {
  try {
    const { at, wording, lang, price } = JSON.parse(atob(token.split(border)[1]!.replace(/[-_]/g, (sign) => (sign === '-' ? '+' : '/')))) as Consent
    const { cents, currency } = price
    const isOurs = cents > 0 && Number.isInteger(cents) && [at, wording, lang, currency].every((text) => typeof text === 'string')
    return isOurs ? { at, wording, lang, price: { cents, currency } } : undefined
  } catch {
    return undefined
  }
}

/** The record of what the shopper agreed to, on this page or on an earlier one. */
export function toConsent(agreement: Agreement | Consent): Consent {
  if ('wording' in agreement) return agreement
  const { at, lang, price, texts } = agreement
  return { at, wording: texts === undefined ? en.wording : `own:${hash(texts)}`, lang, price }
}

/** Eight hexadecimal digits that differ where texts do (FNV-1a, 32 bits, over UTF-16 units). */
function hash(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** How base64url (RFC 4648) differs from what browsers write. */
const signs: Record<string, string> = { '+': '-', '/': '_', '=': '' }
