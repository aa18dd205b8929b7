import { relative } from 'node:path'
import type { Reporter, TestSuiteResult } from '@web/test-runner'
import { failureLine } from '../failures.ts'

interface Count {
  passed: number
  failed: number
  failures: string[]
}

/** Ends the output of the browser tests with the failures, one line for each of several browsers, and one line for all. */
export function closingLine(): Reporter {
  return {
    onTestRunFinished({ sessions }) {
      const counts = new Map<string, Count>()
      for (const { browser, testFile, testResults, passed, errors } of sessions) {
        const count = counts.get(browser.name) ?? { passed: 0, failed: 0, failures: [] }
        const before = count.failed
        const place = `${browser.name} ${relative('', testFile)}`
        if (testResults) add(testResults, place, count)
        // A file that could not be loaded, that threw outside its tests or that has no tests counts as one failure if none of its tests failed.
        if (count.failed === before && (!passed || !testResults || isEmpty(testResults))) fail(count, failureLine(place, 'the file', errors[0]?.message))
        counts.set(browser.name, count)
      }
      // At the exit, because the runner prints its own report first.
      process.once('exit', () => printCounts(counts))
    },
  }
}

function printCounts(counts: Map<string, Count>) {
  const line = ({ passed, failed }: Omit<Count, 'failures'>) => `${passed} passed, ${failed} failed`
  for (const { failures } of counts.values()) for (const failure of failures) console.log(failure)
  if (counts.size > 1) for (const [name, count] of counts) console.log(`${name}: ${line(count)}.`)
  const all = [...counts.values()]
  console.log(line({ passed: sum(all.map(({ passed }) => passed)), failed: sum(all.map(({ failed }) => failed)) }))
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

function fail(count: Count, failure: string) {
  count.failed++
  count.failures.push(failure)
}

function add({ tests, suites }: TestSuiteResult, place: string, count: Count) {
  for (const { name, passed, skipped, error } of tests) {
    if (passed && !skipped) count.passed++
    else fail(count, failureLine(place, name, error?.message))
  }
  for (const suite of suites) add(suite, suite.name ? `${place} › ${suite.name}` : place, count)
}

const isEmpty = ({ tests, suites }: TestSuiteResult): boolean => !tests.length && suites.every(isEmpty)
