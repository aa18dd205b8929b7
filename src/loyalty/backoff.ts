/** Does something again and again at growing intervals, and not while the page is hidden. */
export class Backoff {
  #timer?: ReturnType<typeof setTimeout>
  #turn = 0

  constructor(
    /** In seconds; the last one stays. */
    private readonly waits: readonly number[],
    private readonly act: () => Promise<unknown>,
  ) {}

  /** Once more, after the next interval, unless that is planned already. */
  again() {
    const wait = this.waits[Math.min(this.#turn, this.waits.length - 1)] ?? 0
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#turn++
      if (document.hidden) this.again()
      else void this.act().catch(() => undefined)
    }, wait * 1000)
  }

  /** Not now. */
  rest() {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** No more; the next time begins with the shortest interval. */
  reset() {
    this.rest()
    this.#turn = 0
  }
}
