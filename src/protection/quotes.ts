import { createClient } from '../contract/client.ts'
import { protection, type Quote } from '../contract/protection.ts'
import type { Money } from '../money.ts'
import { holds } from './reconcile.ts'

/** A quote that the script tag asked for while the code was loading. */
export interface Asked {
  url: string
  answer: Promise<Response>
}

/** A quote later than this is as good as none. */
const deadline = 3_000

/** The quotes of one proxy: one request for each amount while its answer holds, and the newest question wins. */
export class Quotes {
  /** Taken once by the question that it answers. */
  asked?: Asked

  #answers = new Map<string, { answer: Promise<Quote>; quote?: Quote }>()
  #newest?: { answer: Promise<Quote>; abort(): void }

  constructor(private proxy: string) {}

  /** Whoever still waits for an older amount gets the answer to this one. */
  ask(amount: Money): Promise<Quote> {
    const { cents, currency } = amount
    const key = cents + currency
    const known = this.#answers.get(key)
    if (known && (!known.quote || holds(known.quote, amount))) return known.answer
    this.#newest?.abort()

    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => controller.abort(new DOMException(`No quote within ${deadline} ms`, 'TimeoutError')), deadline)
    const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const client = createClient(protection, { baseUrl: this.proxy, send: (url, init) => this.#takeAsked(url) ?? fetch(url, init) })
    let open = true
    const answer: Promise<Quote> = Promise.race([client.quoteProtection({ cents, currency }, { signal }), late])
      .finally(() => {
        open = false
        clearTimeout(timer)
      })
      .then(
        (quote) => (entry.quote = quote),
        (error: unknown) => {
          if (this.#answers.get(key) === entry) this.#answers.delete(key)
          if (this.#newest && this.#newest.answer !== answer) return this.#newest.answer
          throw error
        },
      )
    const entry: { answer: Promise<Quote>; quote?: Quote } = { answer }
    this.#answers.set(key, entry)
    this.#newest = {
      answer,
      abort: () => {
        if (!open) return
        this.#answers.delete(key)
        controller.abort()
      },
    }
    return answer
  }

  #takeAsked(url: string): Promise<Response> | undefined {
    const { asked } = this
    if (!asked || new URL(asked.url, document.baseURI).href !== new URL(url, document.baseURI).href) return
    this.asked = undefined
    return asked.answer
  }
}
