/** Repeats an action at growing intervals. Waits while the page is hidden. */
export class Backoff {
  #timer?: ReturnType<typeof setTimeout>
  #turn = 0

  constructor(
    /** The intervals in seconds. The last one repeats. */
    private readonly waits: readonly number[],
    private readonly act: () => Promise<unknown>,
  ) {}

  /** Plans the action after the next interval, unless it is planned already. */
  again() {
    const wait = this.waits[Math.min(this.#turn, this.waits.length - 1)] ?? 0
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#turn++
      if (document.hidden) this.again()
      else void this.act().catch(() => undefined)
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
    this.#turn = 0
  }
}
