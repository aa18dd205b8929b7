/** Repeats an action at growing intervals. Waits while the page is hidden. */
export class Backoff {
  #timer?: ReturnType<typeof setTimeout>
  #attempt = 0

  constructor(
    /** The intervals in seconds. The last one repeats. */
    private readonly waits: readonly number[],
    private readonly action: () => Promise<unknown>,
  ) {}

  /** Plans the action after the next interval, unless it is planned already. */
  again() {
    const wait = this.waits[Math.min(this.#attempt, this.waits.length - 1)] ?? 0
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#attempt++
      if (document.hidden) this.again()
      else void this.action().catch(() => undefined)
    }, wait * 1000)
  }

  /** Cancels the planned action and keeps the interval. */
  rest() {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Cancels the planned action. The next plan begins with the shortest interval. */
  reset() {
    this.rest()
    this.#attempt = 0
  }
}
