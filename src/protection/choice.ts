import type { Quote } from '../contract/protection.ts'
import { messages as en } from '../i18n/english/protection-notices.ts'
import { formatMoney, sameMoney, type Money } from '../money.ts'
import { fill } from '../i18n/localize.ts'
import type { CartContent } from './carts/cart.ts'
import { consentIn, consentOf, withConsent, withoutConsent } from './consent.ts'
import { afterInput } from './input.ts'
import { ProtectionChosenEvent } from './choice.events.ts'
import type { OfferState } from './offer-state.ts'
import { answers, forgetQuote } from './quote.ts'
import { holds, rightLine } from './reconcile.ts'

/** What the shopper has chosen, as far as it counts with what the cart holds and what is quoted for it; told to page and shopper. */
export class Choice {
  /** Whether the cart holds protection, as last read. */
  held = false

  /** Whether the room that the offer takes was given back, which only the shopper's own doing may cause. */
  collapsed = false

  /** The cart, as last read. */
  #content?: CartContent
  /** The name of the cart that the choice was made for. */
  #named?: string
  /** The order that what this page was answered is for. */
  #order = 0
  /** The price that a line was first seen at here, where it does not say what was agreed to. */
  #limit?: Money

  /** What the shopper chose could not be had, and they were told. */
  #lost: boolean
  /** What the page was told last. */
  #chosen?: string
  /** The page's cart did not take protection, which is told off again in case it did. */
  #sentBack = false
  /** Variants that the shop sells at another price than quoted, or not at all. */
  #refused = new Set<unknown>()

  /** `check` has the cart made right anew. */
  constructor(
    private offer: OfferState,
    private check: () => void,
  ) {
    this.#lost = offer.checked && offer.failed
  }

  /** Whether that quote may be shown and chosen. */
  offers(quote: Quote): boolean {
    return this.#content?.shippable !== null && !this.#refuses(quote)
  }

  /** That variant is not offered any more. */
  refuse(quote: Quote | undefined): void {
    this.#refused.add(quote?.variant?.id)
  }

  /** What is chosen could not be made so: where the cart holds no protection, the shopper has to be told when it comes back. */
  fail(): void {
    this.#lost ||= this.offer.checked && !this.held
  }

  /** Whether that quote may be bought. */
  sells(quote: Quote): boolean {
    return this.offer.sells(quote) && !this.#refuses(quote)
  }

  /** What the cart is to hold, with the record of the consent; undefined unless the shopper wants it and it covers exactly what ships. */
  bought(quote: Quote): Quote | undefined {
    const { offer } = this
    if (!offer.checked || !this.sells(quote) || !this.#content || !holds(quote, this.#content.shippable)) return
    const consent = consentOf(offer)
    return consent ? { ...quote, token: withConsent(quote.token, consent) } : quote
  }

  /** Follows what the cart shows, unless the shopper has just decided otherwise. */
  adopt(content: CartContent): void {
    const { offer } = this
    const { empty, shippable, lines, order = 0 } = content
    // Where there are several, one that is right says best what was agreed to.
    const right = rightLine(content)
    const line = right ?? lines[0]
    const present = !!line
    const before = this.#content?.shippable
    // News of why it is off end with the price that they are about.
    if (!offer.checked && !(before && shippable && sameMoney(before, shippable))) offer.news = undefined
    const another = !empty && !!this.#named && this.#named !== content.cart
    if (!empty) this.#named = content.cart
    if (empty || another || present === offer.checked) offer.decided = false
    // What was bought may have been paid for since, and one token covers one order.
    if (empty || another || order !== this.#order) {
      // Of a tab that was duplicated both remember it.
      for (const address of [answers, kept()].flatMap((memory) => Object.keys(memory))) {
        if (!address.startsWith(offer.proxy)) continue
        delete answers[address]
        forgetQuote(address)
      }
      if (!offer.pending) offer.question = undefined
    }
    this.#order = order
    if (empty || another) {
      offer.checked = this.#lost = this.held = false
      offer.agreed = offer.agreement = offer.consent = this.#limit = undefined
    }
    // Whoever switches it off agrees to no price any more; where one is left, it went off by itself, which is no reason to take out what was
    // bought in another tab.
    const agreedTo = line?.token ? consentIn(line.token) : undefined
    const isNews = () => !!agreedTo && agreedTo.at > (consentOf(offer)?.at ?? '')
    if ((right || isNews()) && !offer.checked && offer.agreed) offer.decided = false
    // A line that somebody put in turns protection on, one that somebody took out turns it off.
    if (!offer.decided && present !== offer.checked && (present || this.held)) {
      offer.checked = present
      offer.agreed = this.#limit = line?.price
      offer.agreement = offer.consent = undefined
      offer.news = undefined
      if (!present) this.#tell('taken')
    }
    // What was agreed to in another tab, or on a page before.
    if (offer.checked && !offer.decided && isNews()) {
      offer.consent = agreedTo
      offer.agreement = undefined
    }
    if (offer.wasOn && !offer.checked) this.#tell('taken')
    offer.wasOn = false
    this.held = present
    this.collapsed = !shippable && (this.collapsed || afterInput())
    this.#content = content
    offer.show()
  }

  /** Whether the shopper has to be asked again at that price: what was lost comes back by itself only at one that was agreed to. */
  #exceeds({ price }: Quote): boolean {
    const { offer } = this
    const { hint, agreed } = offer
    const limit = this.#lost ? agreed : (consentOf(offer)?.price ?? this.#limit ?? agreed)
    if (!limit) return this.#lost
    const rise = hint.maxRise! >= 0 && hint.maxRise! <= 100 ? hint.maxRise! : 20
    return limit.currency !== price.currency || price.cents > limit.cents * (1 + (this.#lost ? 0 : rise) / 100)
  }

  /** Tells the page what its cart should hold, and the shopper if that is not what they chose. */
  decide(quote: Quote | undefined): void {
    const { offer } = this
    let bought = quote && this.bought(quote)
    // What the cart holds already was agreed to, be it in another tab.
    if (bought && !rightLine(this.#content!, bought) && this.#exceeds(bought)) {
      this.#tell('raised', bought.price, offer.agreed)
      offer.checked = false
      offer.decided = true
      bought = undefined
    }
    const { checked } = offer
    if (!checked) this.#lost = false
    else if (bought && !offer.failed && this.#lost) offer.news = undefined
    else if (!bought && !this.held) {
      this.#lost = true
      offer.news = ({ withdrawn }) => withdrawn
    }
    offer.show()
    const chosen = checked ? `on ${bought && withoutConsent(bought.token)}` : undefined
    if (chosen === this.#chosen) return
    this.#chosen = chosen
    if (bought) this.#sentBack = false
    const event = new ProtectionChosenEvent(checked, bought)
    offer.emit(event)
    event.taking?.catch(() => {
      if (this.#chosen === chosen) this.#sendBack(!!bought)
    })
  }

  /** The page's cart did not take what it was told, so the switch goes to where it was; what was sent back already stays there. */
  #sendBack(on: boolean): void {
    const { offer } = this
    if (on) {
      this.#sentBack = true
      offer.checked = false
      offer.agreed = offer.agreement = offer.consent = undefined
      this.#tell('taken')
    }
    offer.decided = this.#sentBack
    this.check()
  }

  /** Tells the shopper, now that the cart is right, what they pay, if that is news. */
  confirm(quote: Quote | undefined): void {
    if (!quote || !this.bought(quote)) return
    const { offer } = this
    const { price } = quote
    if (this.#lost) this.#tell('restored', price)
    else if (offer.agreed && !sameMoney(offer.agreed, price)) this.#tell('changed', price)
    this.#lost = false
    this.#limit ??= offer.agreed ?? price
    offer.agreed = price
    offer.show()
  }

  #refuses = ({ variant }: Quote) => this.offer.kind === 'shopify' && this.#refused.has(variant?.id)

  #tell(name: keyof typeof en, price?: Money, old?: Money): void {
    const { offer } = this
    offer.news = (words, lang) => {
      const say = (money?: Money) => (money ? formatMoney(money, lang) : '')
      return fill({ ...en, ...words }[name], { price: say(price), old: say(old) })
    }
  }
}

/** What this tab remembers, where the browser keeps anything for this page. */
function kept(): object {
  try {
    return sessionStorage
  } catch {
    return {}
  }
}
