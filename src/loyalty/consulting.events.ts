import type { Money } from '../money.ts'
import { everywhere } from './events.ts'

/** Something that a shopper wants to do, on which the page may have its say first. */
export class ConsultingEvent extends Event {
  /** What the page has to say to it, where it says anything. */
  taking?: Promise<unknown>

  /** Has the widget wait until the page is done. */
  waitUntil(taking: Promise<unknown>): void {
    this.taking = Promise.all([this.taking, taking])
  }
}

/** A shopper wants to join, and nothing has been sent yet: where what the page says fails, nothing is, and the shopper is told. */
export class JoiningEvent extends ConsultingEvent {
  constructor() {
    super('storefront-joining', everywhere)
  }
}

/** A shopper wants to sign in: where the page says that it sees to it, no other page is opened, and once it is done the membership is asked for. */
export class SigningInEvent extends ConsultingEvent {
  constructor() {
    super('storefront-signing-in', everywhere)
  }
}

/** A shopper has said yes to turning so much of their credits into a code, and nothing has been sent yet: where what the page says fails, nothing is, and the shopper is told. */
export class RedeemingEvent extends ConsultingEvent {
  constructor(readonly amount: Money) {
    super('storefront-redeeming', everywhere)
  }
}

/** A shopper wants to use a code: where the page says that it sees to it, `apply-url` is not opened. */
export class ApplyingEvent extends ConsultingEvent {
  constructor(readonly code: string) {
    super('storefront-applying', everywhere)
  }
}

declare global {
  interface HTMLElementEventMap {
    'storefront-applying': ApplyingEvent
    'storefront-joining': JoiningEvent
    'storefront-redeeming': RedeemingEvent
    'storefront-signing-in': SigningInEvent
  }
}
