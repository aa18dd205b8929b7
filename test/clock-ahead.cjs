// Loaded before a program (`--require`), whose clock is then ahead by CLOCK_AHEAD milliseconds, in all of its threads.
const ahead = Number(globalThis.process.env.CLOCK_AHEAD ?? 0)
const RealDate = Date

if (ahead !== 0)
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      super(...(given.length === 0 ? [RealDate.now() + ahead] : given))
    }

    static now() {
      return RealDate.now() + ahead
    }
  }
