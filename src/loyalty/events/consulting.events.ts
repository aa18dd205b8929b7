import type { Money } from '../../money.ts'
import { everywhere } from './loyalty.events.ts'

/** A shopper wants to do something. The page can delay or prevent it. */
export class ConsultingEvent extends Event {
  /** Resolves when the page agrees, rejects when it does not; undefined if the page does not care. */
  taking?: Promise<unknown>

  /** Makes the widget wait for the page. */
  waitUntil(taking: Promise<unknown>): void {
    this.taking = Promise.all([this.taking, taking])
  }
}

/** A shopper wants to join. Nothing has been sent. If the promise of the page rejects, nothing is sent, and the widget says so. */
export class JoiningEvent extends ConsultingEvent {
  constructor() {
    super('storefront-joining', everywhere)
  }
}

/** A shopper wants to sign in. If the page takes over with `waitUntil`, the widget opens no other page, and reads the membership when the promise resolves. */
export class SigningInEvent extends ConsultingEvent {
  constructor() {
    super('storefront-signing-in', everywhere)
  }
}

/** A shopper confirmed that credits become a code. Nothing has been sent. If the promise of the page rejects, nothing is sent, and the widget says so. */
export class RedeemingEvent extends ConsultingEvent {
  constructor(readonly amount: Money) {
    super('storefront-redeeming', everywhere)
  }
}

/** A shopper wants to use a code. If the page takes over with `waitUntil`, the widget does not open `apply-url`. */
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
