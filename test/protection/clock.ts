/** A clock that moves only on `pass`. Timers, dates and timeouts of the browser code under test use it. */
export class Clock {
  now = Date.UTC(2026, 10, 21, 9)
  #next = 0
  #timers = new Map<number, { at: number; run: () => void }>()
  /** The number of requests that a server is processing, which takes no virtual time. */
  busy = 0

  readonly setTimeout = (run: () => void, after = 0): number => {
    this.#timers.set(++this.#next, { at: this.now + Math.max(0, after), run })
    return this.#next
  }

  readonly clearTimeout = (timer?: number): void => {
    if (timer) this.#timers.delete(timer)
  }

  /** Drops all timers. */
  stop(): void {
    this.#timers.clear()
  }

  /** Moves the clock by that many milliseconds and runs the timers that fall due, in order. */
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

  /** Runs everything that does not wait for a timer. */
  async #settle(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve))
    while (this.busy > 0)
  }
}
