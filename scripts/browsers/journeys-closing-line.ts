import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { failureLine } from '../failures.ts'

/** Ends the output of the journeys with the failures and one line with the counts. */
export default class ClosingLine implements Reporter {
  #tests: TestCase[] = []
  #errors: TestError[] = []
  /** The output of a demo when one of its parts exited unexpectedly. All later journeys on this demo fail because of it. */
  #ended: string[] = []

  onBegin(_: FullConfig, suite: Suite) {
    this.#tests = suite.allTests()
  }

  onError(error: TestError) {
    this.#errors.push(error)
  }

  onStdErr(chunk: string | Buffer) {
    const text = String(chunk)
    if (text.includes('exited unexpectedly')) this.#ended.push(text.trim().replace(/\s*\n\s*/g, ' | '))
  }

  async onExit() {
    // A test that was skipped or did not run counts as failed.
    const failed = this.#tests.filter((test) => test.outcome() !== 'expected' || test.results.at(-1)?.status !== 'passed')
    for (const test of failed) {
      const result = test.results.at(-1)
      const reason = !result || result.status === 'skipped' ? 'did not run' : result.error?.message
      console.log(failureLine(test.titlePath().filter(Boolean).slice(0, -1).join(' › '), test.title, reason))
    }
    if (failed.length) for (const text of this.#ended) console.log(failureLine('journeys', 'a part of the demo', text))
    for (const error of this.#errors) console.log(failureLine('journeys', 'outside of any', error.message))
    console.log(`${this.#tests.length - failed.length} passed, ${failed.length + this.#errors.length} failed`)
  }

  printsToStdio() {
    return false
  }
}
