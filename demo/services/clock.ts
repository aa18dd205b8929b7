/** No timer can hold more milliseconds. */
const longest = 2_147_483_647

/** The time by which the stand-ins live, and an alarm for when something is due. What is due is known where it waits, in the state. */
export class Clock {
  #timers = new Set<NodeJS.Timeout>()

  constructor(
    readonly now: () => Date,
    readonly ring: () => void = () => {},
  ) {}

  /** Rings once that time has come, which need not be the machine's: until then it sets itself again. */
  wakeAt(time: number) {
    const wait = Math.max(0, time - this.now().getTime()) + 1
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        if (this.now().getTime() < time) this.wakeAt(time)
        else this.ring()
      },
      Math.min(wait, longest),
    ).unref()
    this.#timers.add(timer)
  }

  /** Rings no more for what was asked so far. */
  clear() {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }
}
