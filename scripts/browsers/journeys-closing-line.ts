import type { Reporter, TestCase } from '@playwright/test/reporter'

/** Ends the run of the journeys with one plain line. */
export default class ClosingLine implements Reporter {
  #tests: TestCase[] = []
  #errors = 0

  onTestEnd(test: TestCase) {
    this.#tests.push(test)
  }

  onError() {
    this.#errors++
  }

  async onExit() {
    const passed = this.#tests.filter((test) => test.outcome() === 'expected' && test.results.at(-1)?.status === 'passed').length
    // What was left out or could not be loaded proves nothing, and neither does a run without tests.
    const failed = this.#tests.length - passed + this.#errors
    console.log(`${passed} passed, ${passed ? failed : Math.max(failed, 1)} failed`)
  }

  printsToStdio() {
    return false
  }
}
