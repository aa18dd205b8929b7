// Loaded into a process before anything else: its wall clock, in all threads, is off by the milliseconds that the file TEST_CLOCK_STEP holds.
// Required, not imported: of the two only that reaches the threads of Node 20.
const { readFileSync } = globalThis.process.getBuiltinModule('node:fs')

const RealDate = Date
let step = 0
let readAt = -Infinity

function readStep() {
  if (globalThis.performance.now() - readAt < 20) return step
  readAt = globalThis.performance.now()
  step = Number(readFileSync(globalThis.process.env.TEST_CLOCK_STEP, 'utf8'))
  return step
}

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length > 0) super(...given)
    else super(RealDate.now() + readStep())
  }

  static now() {
    return RealDate.now() + readStep()
  }
}
