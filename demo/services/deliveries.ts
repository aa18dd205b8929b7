import { randomBytes } from 'node:crypto'

/** How addresses that merchants have registered are called. */
export interface DeliveryPace {
  /** Milliseconds that an address has to answer. */
  timeoutMs?: number
  /** Milliseconds before each further try; as many tries more as there are waits. */
  waitsMs?: readonly number[]
}

/** Something to tell an address of. */
export interface Message {
  /** What it tells of: an event's topic, a claim's operation. */
  about: string
  url: string
  headers?: Record<string, string>
  /** Made for each try, the first of which is 0. */
  body: (attempt: number) => unknown
  /** Whether that answer means that it has arrived. */
  isDone: (status: number) => boolean
  /** Whether no further try can change that answer. */
  isFinal?: (status: number) => boolean
  /** Asked before each try: whether the address is still registered. */
  isWanted?: () => boolean
  /** Told of the answer that was done or final. */
  answered?: (status: number, body: unknown) => void
}

/** What has become of a message so far. */
export interface Delivery {
  id: string
  about: string
  url: string
  /** Withdrawn: nobody wanted it any more. Failed: all tries are used up. */
  outcome: 'pending' | 'delivered' | 'refused' | 'failed' | 'withdrawn'
  attempts: { at: string; status: number | null; error: string | null }[]
  createdAt: string
}

/** A54, as long as nobody says otherwise. */
const servicePace: Required<DeliveryPace> = { timeoutMs: 5000, waitsMs: [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000] }
/** How many addresses of one merchant are called at a time. */
const atOnce = 32
/** How many messages may wait for one address, so that a dead one takes no other's room, and for all; one more has failed before it is sent. */
const waiting = { here: 2000, all: 50_000 }
/** How many messages that wait no more are remembered. */
const remembered = 2000

/** Calls the addresses of one merchant: at least once, in no promised order, again after a while where that failed (A54). Lives in real time. */
export class Deliveries {
  #pending = new Set<Delivery>()
  #pendingAt = new Map<string, number>()
  #settled: Delivery[] = []
  #ready: (() => Promise<void>)[] = []
  #running = 0
  #calls = new Set<AbortController>()
  #timers = new Set<NodeJS.Timeout>()
  readonly #pace: Required<DeliveryPace>

  constructor(
    pace: DeliveryPace = {},
    readonly now: () => Date = () => new Date(),
  ) {
    this.#pace = { ...servicePace, ...pace }
  }

  /** Begins to tell the address, and answers at once with the record of it. */
  send(message: Message): Delivery {
    const { about, url } = message
    const delivery: Delivery = { id: randomBytes(16).toString('hex'), about, url, outcome: 'pending', attempts: [], createdAt: this.now().toISOString() }
    const here = this.#pendingAt.get(url) ?? 0
    if (here < waiting.here && this.#pending.size < waiting.all) {
      this.#pending.add(delivery)
      this.#pendingAt.set(url, here + 1)
      this.#enqueue(() => this.#attempt(message, delivery))
    } else {
      delivery.attempts.push({ at: delivery.createdAt, status: null, error: 'too many messages wait' })
      this.#settle(delivery, 'failed')
    }
    return delivery
  }

  /** Oldest first. */
  list(): readonly Delivery[] {
    return [...this.#settled, ...this.#pending].sort((a, b) => a.createdAt.localeCompare(b.createdAt))
  }

  /** Withdraws what is not yet delivered, and forgets everything. */
  clear() {
    for (const delivery of this.#pending) delivery.outcome = 'withdrawn'
    for (const timer of this.#timers) clearTimeout(timer)
    for (const call of this.#calls) call.abort()
    this.#pending.clear()
    this.#pendingAt.clear()
    this.#settled = []
    this.#timers.clear()
    this.#ready = []
  }

  async #attempt(message: Message, delivery: Delivery) {
    if (!this.#pending.has(delivery)) return
    if (message.isWanted?.() === false) return this.#settle(delivery, 'withdrawn')
    const { isDone, isFinal = () => false, answered } = message
    const attempt = delivery.attempts.length
    const at = this.now().toISOString()
    const { status, body, error } = await this.#call(message, attempt)
    if (!this.#pending.has(delivery)) return
    delivery.attempts.push({ at, status, error })
    const outcome = status !== null && (isDone(status) ? 'delivered' : isFinal(status) && 'refused')
    if (!outcome) return this.#tryAgain(message, delivery)
    this.#settle(delivery, outcome)
    answered?.(status, body)
  }

  #tryAgain(message: Message, delivery: Delivery) {
    const wait = this.#pace.waitsMs[delivery.attempts.length - 1]
    if (wait === undefined) return this.#settle(delivery, 'failed')
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#enqueue(() => this.#attempt(message, delivery))
    }, wait).unref()
    this.#timers.add(timer)
  }

  /** One request; what cannot be reached, or answers too late, has no status. A redirect is an answer like any other. */
  async #call({ url, headers, body }: Message, attempt: number) {
    const call = new AbortController()
    const deadline = setTimeout(() => call.abort(new Error(`no answer within ${this.#pace.timeoutMs} ms`)), this.#pace.timeoutMs).unref()
    this.#calls.add(call)
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body(attempt)),
        redirect: 'manual',
        signal: call.signal,
      })
      return { status: answer.status, body: parsed(await answer.text()), error: null }
    } catch (error) {
      return { status: null, body: undefined, error: reasonOf(error) }
    } finally {
      clearTimeout(deadline)
      this.#calls.delete(call)
    }
  }

  #enqueue(task: () => Promise<void>) {
    this.#ready.push(task)
    this.#next()
  }

  #next() {
    if (this.#running >= atOnce) return
    const task = this.#ready.shift()
    if (!task) return
    this.#running++
    void task().finally(() => {
      this.#running--
      this.#next()
    })
  }

  #settle(delivery: Delivery, outcome: Delivery['outcome']) {
    delivery.outcome = outcome
    if (this.#pending.delete(delivery)) {
      const here = this.#pendingAt.get(delivery.url) ?? 0
      if (here > 1) this.#pendingAt.set(delivery.url, here - 1)
      else this.#pendingAt.delete(delivery.url)
    }
    this.#settled.push(delivery)
    if (this.#settled.length > remembered) this.#settled.shift()
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `fetch` says "fetch failed", and why in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message
}
