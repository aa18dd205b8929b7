import { randomBytes } from 'node:crypto'

/** How addresses that merchants have registered are called. */
export interface DeliveryPace {
  /** Milliseconds that an address has to answer. */
  timeoutMs?: number
  /** Milliseconds before each further try; as many tries more as there are waits. */
  waitsMs?: readonly number[]
}

/** Where a message goes, and with what. */
export interface Destination {
  url: string
  headers?: Record<string, string>
}

/** Something to tell an address of. */
export interface Message extends Destination {
  /** What it tells of: an event's topic, a claim's operation. */
  about: string
  /** Made for each try, the first of which is 0. */
  body: (attempt: number) => unknown
  /** Whether that answer means that it has arrived. */
  isDone: (status: number) => boolean
  /** Whether no further try can change that answer. */
  isFinal?: (status: number) => boolean
  /** Asked before each try: where it goes by now; nowhere, if nobody wants it any more. */
  readdress?: () => Destination | undefined
  /** Told of the answer that was done or final. */
  answered?: (status: number, body: unknown) => void
  /** Told as soon as there will be no further try. */
  settled?: (delivery: Delivery) => void
}

/** What has become of a message so far: plain data, from which another run can go on. */
export interface Delivery {
  id: string
  about: string
  url: string
  /** Withdrawn: nobody wanted it any more. Failed: all tries are used up. */
  outcome: 'pending' | 'delivered' | 'refused' | 'failed' | 'withdrawn'
  attempts: { at: string; status: number | null; error: string | null }[]
  createdAt: string
  /** When it is tried again, as long as it waits for that. */
  dueAt?: string
}

interface Task {
  message: Message
  delivery: Delivery
}

/** A54, as long as nobody says otherwise. */
const servicePace: Required<DeliveryPace> = { timeoutMs: 5000, waitsMs: [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000] }
/** How many calls of one merchant are on their way at a time: to one address, so that a dead one takes no other's turn, and to all. */
const atOnce = { here: 4, all: 64 }
/** How many messages may wait for one address, so that a dead one takes no other's room, and for all; one more has failed before it is sent. */
const waiting = { here: 2000, all: 10_000 }
/** How many messages that wait no more are remembered. */
const remembered = 2000

/** Calls the addresses of one merchant: at least once, in no promised order, again after a while where that failed (A54). Lives in real time. */
export class Deliveries {
  #pending = new Set<Delivery>()
  #pendingAt = new Count()
  #settled: Delivery[] = []
  /** By address, whose turn is next first. */
  #ready = new Map<string, Task[]>()
  #running = 0
  #runningAt = new Count()
  #calls = new Set<AbortController>()
  #timers = new Set<NodeJS.Timeout>()
  readonly #pace: Required<DeliveryPace>

  constructor(
    pace: DeliveryPace = {},
    readonly now: () => Date = () => new Date(),
    /** Told of each try that has ended. */
    readonly changed: () => void = () => {},
  ) {
    this.#pace = { ...servicePace, ...pace }
  }

  /** Begins to tell the address, or goes on where an earlier run has ended, and answers at once with the record of it. */
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

  /** Oldest first. */
  list(): readonly Delivery[] {
    return [...this.#settled, ...this.#pending].sort((a, b) => a.createdAt.localeCompare(b.createdAt))
  }

  /** Calls nobody any more, and forgets everything; what was pending stays so in its record. */
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

  /** One request; what cannot be reached, or answers too late, has no status. A redirect is an answer like any other. */
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

  /** Begins as many calls as may be on their way; addresses take turns. */
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

/** How many there are of each; of whom there are none, nothing is kept. */
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

/** `fetch` says "fetch failed", and why in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message
}
