import { randomBytes } from 'node:crypto'

/** How registered addresses of merchants are called. */
export interface DeliveryPace {
  /** The timeout of a call in milliseconds. */
  timeoutMs?: number
  /** Milliseconds before each retry; the number of waits is the number of retries. */
  waitsMs?: readonly number[]
}

/** The address of a message, and its headers. */
export interface Destination {
  url: string
  headers?: Record<string, string>
}

/** A message to an address. */
export interface Message extends Destination {
  /** The subject: an event’s topic or a claim’s operation. */
  about: string
  /** Makes the body for each attempt; the first attempt is 0. */
  body: (attempt: number) => unknown
  /** Whether this status means that the message has arrived. */
  isDone: (status: number) => boolean
  /** Whether no retry can change this status. */
  isFinal?: (status: number) => boolean
  /** Called before each attempt: returns the present destination, or nothing if the message is no longer wanted. */
  readdress?: () => Destination | undefined
  /** Called with a response that is done or final. */
  answered?: (status: number, body: unknown) => void
  /** Called as soon as there will be no further attempt. */
  settled?: (delivery: Delivery) => void
}

/** The progress of a message: plain data, from which another run can continue. */
export interface Delivery {
  id: string
  about: string
  url: string
  /** `withdrawn`: the message was no longer wanted. `failed`: all attempts are used up. */
  outcome: 'pending' | 'delivered' | 'refused' | 'failed' | 'withdrawn'
  attempts: { at: string; status: number | null; error: string | null }[]
  createdAt: string
  /** The time of the next attempt, while the message waits for it. */
  dueAt?: string
}

interface Task {
  message: Message
  delivery: Delivery
}

/** The default pace (A54). */
const servicePace: Required<DeliveryPace> = { timeoutMs: 5000, waitsMs: [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000] }
/** The limits of concurrent calls of one merchant: per address, so that a dead address does not block others, and in total. */
const atOnce = { here: 4, all: 64 }
/** The limits of waiting messages: per address, so that a dead address does not take the room of others, and in total. One more fails at once. */
const waiting = { here: 2000, all: 10_000 }
/** How many settled messages are remembered. */
const remembered = 2000

/** Calls the addresses of one merchant: at least once, in no promised order, with retries after failures (A54). Uses the real time. */
export class Deliveries {
  #pending = new Set<Delivery>()
  #pendingAt = new Count()
  #settled: Delivery[] = []
  /** Ready tasks by address. The address whose turn is next comes first. */
  #ready = new Map<string, Task[]>()
  #running = 0
  #runningAt = new Count()
  #calls = new Set<AbortController>()
  #timers = new Set<NodeJS.Timeout>()
  readonly #pace: Required<DeliveryPace>

  constructor(
    pace: DeliveryPace = {},
    readonly now: () => Date = () => new Date(),
    /** Called after each attempt. */
    readonly changed: () => void = () => {},
  ) {
    this.#pace = { ...servicePace, ...pace }
  }

  /** Starts the delivery of a message, or continues that of an earlier run. Returns the record of the delivery at once. */
  send(message: Message, earlier?: Delivery): Delivery {
    const { about, url } = message
    const delivery = earlier ?? { id: randomBytes(16).toString('hex'), about, url, outcome: 'pending', attempts: [], createdAt: this.now().toISOString() }
    if (this.#pendingAt.of(delivery.url) < waiting.here && this.#pending.size < waiting.all) {
      this.#pending.add(delivery)
      this.#pendingAt.add(delivery.url, 1)
      if (delivery.dueAt === undefined) this.#enqueue({ message, delivery })
      else this.#wait({ message, delivery }, Date.parse(delivery.dueAt) - this.now().getTime())
    } else {
      delivery.attempts.push({ at: delivery.createdAt, status: null, error: 'too many messages wait' })
      this.#settle({ message, delivery }, 'failed')
    }
    return delivery
  }

  /** Returns all deliveries, oldest first. */
  list(): readonly Delivery[] {
    return [...this.#settled, ...this.#pending].sort((a, b) => a.createdAt.localeCompare(b.createdAt))
  }

  /** Stops all calls and forgets all deliveries. The records of pending deliveries stay pending. */
  clear() {
    for (const timer of this.#timers) clearTimeout(timer)
    for (const call of this.#calls) call.abort()
    this.#pending.clear()
    this.#pendingAt.clear()
    this.#settled = []
    this.#timers.clear()
    this.#ready.clear()
  }

  async #attempt(task: Task) {
    const { message, delivery } = task
    const { readdress = () => message, isDone, isFinal = () => false, answered } = message
    if (!this.#pending.has(delivery)) return
    const to = readdress()
    if (!to) return this.#settle(task, 'withdrawn')
    if (to.url !== delivery.url) {
      this.#pendingAt.add(delivery.url, -1)
      this.#pendingAt.add(to.url, 1)
      delivery.url = to.url
      return this.#enqueue(task)
    }
    const at = this.now().toISOString()
    const { status, body, error } = await this.#call(to, () => message.body(delivery.attempts.length))
    if (!this.#pending.has(delivery)) return
    delivery.attempts.push({ at, status, error })
    const outcome = status !== null && (isDone(status) ? 'delivered' : isFinal(status) && 'refused')
    if (!outcome) return this.#tryAgain(task)
    this.#settle(task, outcome)
    answered?.(status, body)
  }

  #tryAgain(task: Task) {
    const wait = this.#pace.waitsMs[task.delivery.attempts.length - 1]
    if (wait === undefined) return this.#settle(task, 'failed')
    task.delivery.dueAt = new Date(this.now().getTime() + wait).toISOString()
    this.#wait(task, wait)
    this.changed()
  }

  #wait(task: Task, milliseconds: number) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      delete task.delivery.dueAt
      this.#enqueue(task)
    }, milliseconds).unref()
    this.#timers.add(timer)
  }

  /** Sends one request. An unreachable address or a timeout has no status. A redirect is a response like any other. */
  async #call({ url, headers }: Destination, body: () => unknown) {
    const call = new AbortController()
    const deadline = setTimeout(() => call.abort(new Error(`no answer within ${this.#pace.timeoutMs} ms`)), this.#pace.timeoutMs).unref()
    this.#calls.add(call)
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body()),
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

  #enqueue(task: Task) {
    const { url } = task.delivery
    const tasks = this.#ready.get(url) ?? []
    tasks.push(task)
    this.#ready.set(url, tasks)
    this.#next()
  }

  /** Starts as many calls as the limits allow. Addresses take turns. */
  #next() {
    for (const [url, tasks] of this.#ready) {
      if (this.#running >= atOnce.all) return
      if (this.#runningAt.of(url) >= atOnce.here) continue
      const task = tasks.shift()
      this.#ready.delete(url)
      if (tasks.length > 0) this.#ready.set(url, tasks)
      if (task) this.#run(url, task)
    }
  }

  #run(url: string, task: Task) {
    this.#running++
    this.#runningAt.add(url, 1)
    void this.#attempt(task).finally(() => {
      this.#running--
      this.#runningAt.add(url, -1)
      this.#next()
    })
  }

  #settle({ message, delivery }: Task, outcome: Delivery['outcome']) {
    delivery.outcome = outcome
    if (this.#pending.delete(delivery)) this.#pendingAt.add(delivery.url, -1)
    this.#settled.push(delivery)
    if (this.#settled.length > remembered) this.#settled.shift()
    message.settled?.(delivery)
    this.changed()
  }
}

/** Counts per name. A name with the count 0 is not stored. */
class Count {
  #counts = new Map<string, number>()

  of = (name: string) => this.#counts.get(name) ?? 0

  add(name: string, more: number) {
    const count = this.of(name) + more
    if (count > 0) this.#counts.set(name, count)
    else this.#counts.delete(name)
  }

  clear() {
    this.#counts.clear()
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the reason of a failed `fetch`, which is in the cause: the message itself is only "fetch failed". */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message
}
