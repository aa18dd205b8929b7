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
      // At the very end, since the runner's own report is still to come.
      process.once('exit', () => say(counts))
    },
  }
}

function say(counts: Map<string, Count>) {
  const line = ({ passed, failed }: Count) => `${passed} passed, ${failed} failed`
  if (counts.size > 1) for (const [name, count] of counts) console.log(`${name}: ${line(count)}.`)
  const all = [...counts.values()]
  console.log(line({ passed: sum(all.map(({ passed }) => passed)), failed: sum(all.map(({ failed }) => failed)) }))
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

function add({ tests, suites }: TestSuiteResult, count: Count) {
  for (const { passed, skipped } of tests) {
    if (passed && !skipped) count.passed++
    else count.failed++
  }
  for (const suite of suites) add(suite, count)
}

const isEmpty = ({ tests, suites }: TestSuiteResult): boolean => !tests.length && suites.every(isEmpty)
