/** The time by which the stand-ins live, and what they have taken in and not yet done. */
export class Clock {
  #due: { at: number; effect: () => void; timer: NodeJS.Timeout }[] = []

  /** Is told whenever something has been done. */
  constructor(
    readonly now: () => Date,
    readonly done: () => void = () => {},
  ) {}

  /** Does it once that much time has passed, as a backend would that work is forwarded to. */
  after(ms: number, effect: () => void) {
    // A timer can hold no more than that; what waits longer is seen to as requests come.
    const timer = setTimeout(() => this.catchUp(), Math.min(ms, 2_147_483_647)).unref()
    this.#due.push({ at: this.now().getTime() + ms, effect, timer })
  }

  /** Does what is due, in order of time: also as a request comes, since the time need not be that of the machine. */
  catchUp() {
    const time = this.now().getTime()
    const due = this.#due.filter(({ at }) => at <= time).sort((a, b) => a.at - b.at)
    if (due.length === 0) return
    this.#due = this.#due.filter(({ at }) => at > time)
    for (const { effect, timer } of due) {
      clearTimeout(timer)
      effect()
    }
    this.done()
  }

  /** Forgets what is not yet done. */
  clear() {
    for (const { timer } of this.#due) clearTimeout(timer)
    this.#due = []
  }
}
