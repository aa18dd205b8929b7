import type { Browser } from 'playwright'
import { median, print, ratio } from '../figures.ts'
import type { Subject } from './pages.ts'
import { inTurns, ratioOf, spread } from './rounds.ts'
import { workOf } from './work.ts'

/** Measures how long one offer keeps the browser’s main thread busy, until the network is idle. */
export async function measureMainThread(browser: Browser, rounds: number) {
  const subjects = ['without', 'ordinary', 'lean', 'ours', 'oneFile'] as const satisfies Subject[]
  const work = await inTurns(rounds, subjects, (subject) => workOf(browser, subject, 1))
  console.log('Main thread for a first view, over the same link, minus that of the page without the offer')
  for (const [words, what] of [
    ['scripts', 'script'],
    ['all tasks', 'tasks'],
  ] as const) {
    const page = median(work.without.map((one) => one[what]))
    const of = (subject: (typeof subjects)[number]) => work[subject].map((one) => one[what] - page)
    const compared = (subject: (typeof subjects)[number], goal?: { most: number }) =>
      [median(of(subject)), 'ms', `${ratio(median(of(subject)), median(of('ordinary')), 'ordinary', goal)}, ${spread(of(subject))}`] as const
    print(`${words} of an ordinary Lit toggle`, median(of('ordinary')), 'ms', spread(of('ordinary')))
    print('  of the same without checking the response', ...compared('lean'))
    print(`${words} of ours, by the script tag`, ...compared('ours'))
    print('  by one file and a preloaded price', ...compared('oneFile', { most: 1.15 }))
  }
}

const hundred = 100

/** Measures the cost of each of a hundred additional offers on one page. */
export async function costOfHundred(browser: Browser, rounds: number) {
  const measure = (subject: Subject) => inTurns(rounds, ['one', 'more'], (many) => workOf(browser, subject, many === 'one' ? 1 : 1 + hundred))
  const [ours, ordinary] = [await measure('ours'), await measure('ordinary')]
  const each = ({ one, more }: typeof ours, what: 'heap' | 'tasks') => more.map((work, round) => (work[what] - one[round]![what]) / hundred)
  const questions = ours.more.map((work) => work.questions)
  console.log('A hundred more on one page')
  print('requests for the price', median(questions), 'requests', ratioOf(questions, [...questions].fill(1), 'one', { most: 1 }))
  for (const [what, most, unit] of [
    ['heap', 3, 'kB'],
    ['tasks', 4, 'ms'],
  ] as const) {
    const [value, reference] = [median(each(ours, what)), median(each(ordinary, what))]
    const goal = `at most ${most} ${unit}: ${value <= most ? 'met' : 'MISSED'}`
    const words = what === 'heap' ? 'memory of scripts' : 'main thread'
    print(`${words}, each`, value, unit, `${ratio(value, reference, `an ordinary one's ${reference.toFixed(2)}`)}, ${goal}`)
  }
}
