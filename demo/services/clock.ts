/** The longest delay of a timer in milliseconds. */
const longest = 2_147_483_647

/** The clock of the stand-ins, with an alarm for due work. The alarm itself stores no work: the state contains it. */
export class Clock {
  #timers = new Set<NodeJS.Timeout>()

  constructor(
    readonly now: () => Date,
    readonly ring: () => void = () => {},
  ) {}

  /** Calls `ring` once the clock has reached that time. The clock may differ from the machine’s; if it is still too early, the alarm is set again. */
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

  /** Cancels all alarms. */
  clear() {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }
}
