import type { Agreement } from './consent.ts'
import type { OfferView } from './offer-view.ts'

/** What a shopper agrees to who decides now: the price and the texts on the screen, also those in the slots. */
export function agreementTo({ price, words, speech }: OfferView, host: HTMLElement & { messages?: object }): Agreement | undefined {
  if (!price) return undefined
  const slots = Array.from(host.querySelectorAll(':scope > [slot]'), ({ textContent }) => textContent.trim())
  const isOwn = slots.length || Object.keys(host.messages ?? {}).length
  return {
    at: new Date().toISOString(),
    price,
    lang: speech?.spoken ?? 'en',
    texts: isOwn ? [words.label, words.description, ...slots].join('\n') : undefined,
  }
}
