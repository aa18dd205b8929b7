import { html, type TemplateResult } from 'lit'
import { fill, speechOf, type FirstMessages, type Speaker, type Speech } from '../i18n/localize.ts'
import { messages as en } from '../i18n/english/protection.ts'
import { formatMoney, type Money } from '../money.ts'
import type { CartWord } from './cart-word.ts'
import { isMeant, renderChoices, renderSwitch, type Look } from './control.ts'
import type { Offer } from './offer.ts'
import { shownQuote, type OfferState } from './offer-store.ts'

/** What an element shows of its offer. */
export interface OfferView {
  /** Undefined while the words are loading. */
  speech?: Speech<'protection'>
  words: FirstMessages<typeof en, 'protection'>
  /** The price to show, and to agree to. */
  price?: Money
  /** The same as text. */
  priceText: string
  /** What became of the shopper's choice. */
  notice?: string
  cartWord?: CartWord
  /** Whether the shop has words to show while there is no price. */
  hasWords: boolean
  state?: OfferState
}

const cartWords: readonly CartWord[] = ['notAdded', 'added', 'changing']
const zero: Money = { cents: 0, currency: 'USD' }

/** Reads what there is to show, in the language of the element. Words and price come at once. */
export function viewOf(host: Speaker, offer: Offer | undefined): OfferView {
  const speech = speechOf(host, 'protection')
  const state = offer?.store.state
  const words = { ...offer?.following?.notices, ...en, ...speech?.words, ...host.messages }
  const price = speech && state && shownQuote(state)?.price
  // The first money that a page writes takes some milliseconds, which pass while the price is on its way.
  const say = (money = zero) => formatMoney(money, speech?.lang ?? 'en')
  const priceText = say(price)
  const news = speech && state?.news
  return {
    speech,
    words,
    price,
    priceText,
    notice: news && fill(words[news.message] ?? '', { price: say(news.price), old: say(news.old) }),
    // Without lines in the cart, it is not read before the shopper acts.
    cartWord: offer?.following?.cartWordOf(state!) ?? (state?.hint.lines === '0' ? 'notAdded' : undefined),
    hasWords: Array.from(host.childNodes).some((node) => !(node as Element).slot && node.textContent!.trim()),
    state,
  }
}

/** Drawings on a tile of 40 by 40. The tick is a hole in the shield, so that the tile shows through. */
const shield = 'M20 8q5 4 10.5 4v7q0 9.5-10.5 13-10.5-3.5-10.5-13v-7Q15 12 20 8Z'
const tick = 'm-1.5 17 7-7-2-2-5 5-2.5-2.5-2 2Z'

export function renderOffer(
  { speech, words, price, priceText, notice, cartWord, hasWords, state }: OfferView,
  look: Look | undefined,
  choose: (checked: boolean) => void,
  openCoverage: () => void,
  wake: Offer['wake'] | undefined,
): TemplateResult {
  const { pending, checked, answered } = state ?? {}
  const isChoice = look === 'buttons'
  const offered = speech && (price || (pending && !answered && !isChoice && !hasWords))
  // The price comes as a new text each time, since browsers take a text that changes its width at the end of a line for a shift. For the same
  // reason each word about the cart has its place. Screen readers hear the state from the control.
  return html`
    <div id="stack" class=${(offered ? 'offered' : '') + (notice ? ' noticed' : '')}>
      <div part="aside" id="aside" class=${hasWords || notice ? 'card' : ''}>
        <slot></slot>
        <p part="status" id="status" role="status" class="muted">${notice && `${words.label} – ${notice}`}</p>
      </div>
      <div
        part="offer"
        id="offer"
        class=${checked && !isChoice ? 'card on' : 'card'}
        aria-busy=${!!pending}
        .onclick=${isMeant}
        @pointerover=${wake}
        @focusin=${wake}
      >
        <svg part="shield" viewBox="0 0 40 40" aria-hidden="true"><path d=${shield + (checked ? tick : '')}></path></svg>
        <label part="label" id="name" for="switch">${words.label}</label>
        <span part="description" class="muted" id="description"><span>${words.description}</span><span>${notice}</span></span>
        <b part="price" id="price" class="money" .textContent=${price ? priceText : ''}></b>
        ${isChoice ? renderChoices(words, priceText, state, choose) : renderSwitch(look, checked, choose)}
        <button part="more" id="more" class="link" type="button" aria-haspopup="dialog" @click=${openCoverage}>${words.more}</button>
        <span part="state" class="muted" id="state" aria-hidden="true">
          ${cartWords.map((word) => html`<span class=${word === cartWord ? '' : 'other'}>${words[word]}</span>`)}
        </span>
      </div>
    </div>
  `
}
