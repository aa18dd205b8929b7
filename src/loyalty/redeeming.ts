import type { LitElement } from 'lit'
import type { HeldCode } from '../contract/loyalty.ts'
import type { Money } from '../money.ts'
import type { Messages } from '../i18n/localize.ts'
import { parseAmount, typedAmount } from './amount.ts'
import { RedeemingEvent } from './consulting.events.ts'
import { renderForm, renderPromise, type Wish } from './redeem.ts'
import type { Localizer } from './localizer.ts'

/** What the steps of a redemption need of the element in which they are shown. */
export interface Stage {
  /** Renders anew, and puts the focus there. */
  show(focus?: string): void
  /** Has the proxy do it. */
  send(amount: Money): unknown
  /** Whether something is being sent. */
  isBusy(): boolean
  /** Takes away why the last try came to nothing. */
  reset(): void
}

/** The way from the wish to turn credits into a code up to sending it: how much, what will happen, yes. */
export class Redeeming {
  #wish?: Wish
  /** The wish that the page is being asked about. */
  #asked?: Wish

  constructor(
    private readonly host: LitElement,
    private readonly stage: Stage,
  ) {}

  /** Asks how much. */
  open() {
    this.#wish = { text: '' }
    this.stage.show('#amount')
  }

  /** Leaves it there. */
  close() {
    this.#wish = this.#asked = undefined
  }

  /** The step at which the shopper is; undefined while none is begun. */
  render(balance: Money, held: HeldCode | undefined, localizer: Localizer<Messages<'loyalty'>>) {
    const wish = this.#wish
    if (!wish) return undefined
    const handlers = {
      onType: (text: string) => this.#turn({ text }),
      onNext: () => this.#check(wish.text, balance, localizer),
      onConfirm: () => void this.#confirm(wish, balance, localizer),
      onBack: () => {
        this.stage.reset()
        this.#turn({ text: wish.text }, '#amount')
      },
    }
    if (!wish.amount) return renderForm(balance, wish, handlers, localizer)
    return renderPromise(wish.amount, held, this.stage.isBusy() || this.#asked === wish, handlers, localizer)
  }

  #check(text: string, balance: Money, { say, money, lang }: Localizer<Messages<'loyalty'>>) {
    const { currency } = balance
    const amount = parseAmount(text, currency, lang)
    const least = money({ cents: 1, currency })
    if (typeof amount === 'string') this.#turn({ text, fault: say(amount, { example: typedAmount(balance, lang), least, currency }) }, '#amount')
    else if (amount.cents > balance.cents) this.#turn({ text, fault: say('overBalance', { amount: money(balance) }) }, '#amount')
    else this.#turn({ text, amount }, '#promise')
  }

  /** Lets the page have its say, and sends it; whoever goes back meanwhile has called it off. */
  async #confirm(wish: Wish, balance: Money, localizer: Localizer<Messages<'loyalty'>>) {
    const { text, amount } = wish
    if (!amount || this.#asked === wish || this.stage.isBusy()) return
    // Something may have been taken elsewhere since.
    if (amount.cents > balance.cents) return this.#check(text, balance, localizer)
    const event = new RedeemingEvent(amount)
    this.host.dispatchEvent(event)
    this.stage.reset()
    if (event.taking) {
      this.#asked = wish
      this.stage.show()
      const isRefused = await event.taking.then(
        () => false,
        () => true,
      )
      if (this.#wish !== wish) return
      this.#asked = undefined
      if (isRefused) return this.#turn({ text, fault: localizer.words.notTaken }, '#amount')
    }
    this.stage.send(amount)
  }

  #turn(wish: Wish, focus?: string) {
    this.#wish = wish
    this.stage.show(focus)
  }
}
