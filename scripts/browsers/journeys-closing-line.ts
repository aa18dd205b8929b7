import type { Reporter, TestCase, TestError } from '@playwright/test/reporter'
import { tellFailure } from '../failures.ts'

/** Ends the run of the journeys with what failed and one plain line. */
export default class ClosingLine implements Reporter {
  #tests: TestCase[] = []
  #errors: TestError[] = []

  onTestEnd(test: TestCase) {
    this.#tests.push(test)
  }

  onError(error: TestError) {
    this.#errors.push(error)
  }

  async onExit() {
    // What was left out or could not be loaded proves nothing, and neither does a run without tests.
    const failed = this.#tests.filter((test) => test.outcome() !== 'expected' || test.results.at(-1)?.status !== 'passed')
    const passed = this.#tests.length - failed.length
    for (const test of failed)
      console.log(tellFailure(test.titlePath().filter(Boolean).slice(0, -1).join(' › '), test.title, test.results.at(-1)?.error?.message))
    for (const error of this.#errors) console.log(tellFailure('journeys', 'outside of any', error.message))
    const failures = failed.length + this.#errors.length
    console.log(`${passed} passed, ${passed ? failures : Math.max(failures, 1)} failed`)
  }

  printsToStdio() {
    return false
  }
}
