/** Time that passes only when it is told to: timers, dates and timeouts of the browser code under test go by it. */
export class Clock {
  now = Date.UTC(2026, 10, 21, 9)
  #next = 0
  #timers = new Map<number, { at: number; run: () => void }>()
  /** Requests that a server is working on, which takes no virtual time. */
  busy = 0

  readonly setTimeout = (run: () => void, after = 0): number => {
    this.#timers.set(++this.#next, { at: this.now + Math.max(0, after), run })
    return this.#next
  }

  readonly clearTimeout = (timer?: number): void => {
    if (timer) this.#timers.delete(timer)
  }

  /** Forgets whatever was to happen. */
  stop(): void {
    this.#timers.clear()
  }

  /** Lets that many milliseconds pass, and everything happen that falls into them, in its order. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds
    await this.#settle()
    for (;;) {
      const [due] = [...this.#timers].filter(([, { at }]) => at <= end).sort(([a, one], [b, other]) => one.at - other.at || a - b)
      if (!due) break
      const [timer, { at, run }] = due
      this.#timers.delete(timer)
      this.now = at
      run()
      await this.#settle()
    }
    this.now = end
  }

  /** Lets everything happen that waits for no time to pass. */
  async #settle(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve))
    while (this.busy > 0)
  }
}
