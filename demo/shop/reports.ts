import { ProxyRefusal, type AskProxy } from './merchant.ts'

/** Something that the proxy is told of an order. */
export interface Report {
  /** For the back room: what this is about. */
  about: string
  path: string
  body: unknown
  /** `waiting`: the proxy has not taken it yet. `taken`: it has, and passes it on. */
  state: 'waiting' | 'taken' | 'delivered' | 'failed'
  /** The proxy's name for it, once taken. */
  id?: string
  /** Whether the service says that the order is protected. */
  protected?: boolean
  /** Why it failed. */
  detail?: string
}

interface ReportAnswer {
  state: 'waiting' | 'delivered' | 'failed'
  protected: boolean | null
  notes: string[]
}

const retryAfter = 3000

/** Tells the proxy of orders, each in its order, and tries again until it has taken every report. Nobody who shops waits for it. */
export class Reporter {
  #busy = new Set<Report[]>()
  #timers = new Set<NodeJS.Timeout>()
  #stopped = false

  constructor(readonly ask: AskProxy) {}

  /** Adds to what the proxy is told of one order. */
  report(reports: Report[], about: string, path: string, body: unknown) {
    reports.push({ about, path, body, state: 'waiting' })
    void this.#send(reports)
  }

  /** Asks what became of the reports that are still under way. */
  async look(reports: Report[]) {
    await Promise.all(
      reports.map(async (report) => {
        if (report.state !== 'taken' || !report.id) return
        const answer = await this.ask<ReportAnswer>('GET', `reports/${report.id}`, undefined, 1000).catch(() => undefined)
        if (!answer || answer.state === 'waiting') return
        report.state = answer.state
        report.protected = answer.protected ?? undefined
        report.detail = answer.notes.join('; ')
      }),
    )
  }

  /** Ends all tries. */
  stop() {
    this.#stopped = true
    this.#timers.forEach(clearTimeout)
  }

  /** Sends one order's reports one after another: a shipment makes no sense before its order was taken. */
  async #send(reports: Report[]) {
    if (this.#busy.has(reports) || this.#stopped) return
    this.#busy.add(reports)
    let next: Report | undefined
    while ((next = reports.find(isWaiting)) && (await this.#take(next)));
    this.#busy.delete(reports)
    if (!next || this.#stopped) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void this.#send(reports)
    }, retryAfter).unref()
    this.#timers.add(timer)
  }

  /** Whether the proxy took it, or never will. */
  async #take(report: Report): Promise<boolean> {
    try {
      report.id = (await this.ask<{ id: string }>('POST', report.path, report.body)).id
      report.state = 'taken'
    } catch (error) {
      if (!(error instanceof ProxyRefusal) || error.status >= 500 || error.status === 429) return false
      Object.assign(report, { state: 'failed', detail: error.message })
    }
    return true
  }
}

const isWaiting = ({ state }: Report) => state === 'waiting'
