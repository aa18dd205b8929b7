/** The time by which the stand-ins live, and what they have taken in and not yet done. */
export class Clock {
  #due: { at: number; effect: () => void }[] = []

  constructor(readonly now: () => Date) {}

  /** Does it once that much time has passed, as a backend would that work is forwarded to. */
  after(ms: number, effect: () => void) {
    this.#due.push({ at: this.now().getTime() + ms, effect })
  }

  /** Does what is due, in order of time. Nothing can be seen between two requests, so doing it as a request comes is soon enough. */
  catchUp() {
    const time = this.now().getTime()
    const due = this.#due.filter(({ at }) => at <= time).sort((a, b) => a.at - b.at)
    this.#due = this.#due.filter(({ at }) => at > time)
    for (const { effect } of due) effect()
  }

  /** Forgets what is not yet done. */
  clear() {
    this.#due = []
  }
}
