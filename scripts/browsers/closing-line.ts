import type { Reporter, TestSuiteResult } from '@web/test-runner'

interface Count {
  passed: number
  failed: number
}

/** Ends the run of the browser tests with one plain line, and one more for each browser where there are several. */
export function closingLine(): Reporter {
  return {
    onTestRunFinished({ sessions }) {
      const counts = new Map<string, Count>()
      for (const { browser, testResults, passed } of sessions) {
        const count = counts.get(browser.name) ?? { passed: 0, failed: 0 }
        const before = count.failed
        if (testResults) add(testResults, count)
        // A file that could not be loaded, that threw beside its tests or that has none, has failed without a failed test.
        if (count.failed === before && (!passed || !testResults || isEmpty(testResults))) count.failed++
        counts.set(browser.name, count)
      }
      const all = [...counts.values()].reduce((sum, count) => ({ passed: sum.passed + count.passed, failed: sum.failed + count.failed }), {
        passed: 0,
        failed: 0,
      })
      if (counts.size > 1) for (const [name, { passed, failed }] of counts) console.log(`${name}: ${passed} passed, ${failed} failed.`)
      console.log(`${all.passed} passed, ${all.failed} failed`)
    },
  }
}

function add({ tests, suites }: TestSuiteResult, count: Count) {
  for (const { passed, skipped } of tests) {
    if (passed && !skipped) count.passed++
    else count.failed++
  }
  for (const suite of suites) add(suite, count)
}

const isEmpty = ({ tests, suites }: TestSuiteResult): boolean => !tests.length && suites.every(isEmpty)
