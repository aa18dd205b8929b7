import type { Browser } from 'playwright'
import { median, print, ratio } from '../figures.ts'
import type { Subject } from './pages.ts'
import { inTurns, ratioOf, spread } from './rounds.ts'
import { viewCold, viewWarm, type View } from './view.ts'

const visible = (views: readonly View[]) => views.map((view) => view.visible)
const painted = (views: readonly View[]) => views.map((view) => view.painted)

/** Measures what a first-time visitor sees, and when. */
export async function loadCold(browser: Browser, rounds: number) {
  const subjects = ['without', 'ordinary', 'lean', 'ours', 'oneFile', 'mounted', 'mountedOneFile', 'rendered'] as const satisfies Subject[]
  const views = await inTurns(rounds, subjects, (subject) => viewCold(browser, subject))
  const reference = visible(views.ordinary)
  const price = (what: string, subject: (typeof subjects)[number], most?: number) => {
    const taken = median(visible(views[subject]))
    print(what, taken, 'ms', ratio(taken, median(reference), 'ordinary', most === undefined ? undefined : { most }))
  }
  console.log('First view, 150 ms there and back, 1.6 Mbit/s, TLS 1.3 and HTTP/2')
  print("the page's first paint without the offer", median(painted(views.without)), 'ms', spread(painted(views.without)))
  for (const [what, subject] of [
    ['  with us, by the script tag', 'ours'],
    ['  with us, by one file and a preloaded price', 'oneFile'],
  ] as const)
    print(what, median(painted(views[subject])), 'ms', ratioOf(painted(views[subject]), painted(views.without), 'without', { most: 1.05 }))
  print('price of an ordinary Lit toggle, from another host', median(reference), 'ms', spread(reference))
  price('  of the same without checking the response', 'lean')
  price('price of ours, by the script tag', 'ours', 0.75)
  price('  by one file and a preloaded price', 'oneFile', 0.7)
  price("price of ours from the shop's host, by the script tag", 'mounted')
  price('  by one file and a preloaded price', 'mountedOneFile', 0.46)
  price("price of ours in the page, by the shop's server", 'rendered', 0.35)
  const ofOurs = [views.ours, views.oneFile, views.mounted, views.mountedOneFile, views.rendered].flat()
  const files = ofOurs.flatMap((view) => view.files)
  const blocking = files.filter((file) => file.blocking).length
  print('files of ours that the first paint waits for', blocking, 'files', `of ${files.length}: ${blocking ? 'MISSED' : 'met'}`)
  const shift = Math.max(...ofOurs.map((view) => view.shift))
  print('layout shift, the most of all views of ours', shift, '', shift < 0.0005 ? 'met' : 'MISSED')
}

/** The duration of one frame in milliseconds: a screen shows nothing sooner than its next frame. */
const frame = 1_000 / 60

/** Measures the same for a visitor who returns from another page of the shop. */
export async function loadWarm(browser: Browser, rounds: number) {
  const views = await inTurns(rounds, ['without', 'ordinary', 'ours', 'oneFile', 'mountedOneFile'], (subject) => viewWarm(browser, subject))
  const plain = visible(views.without)
  console.log('Another view, with what the tab and the cache remember')
  print('the text in its place on the page without the offer', median(plain), 'ms', spread(plain))
  print('price of an ordinary Lit toggle', median(visible(views.ordinary)), 'ms', ratioOf(visible(views.ordinary), plain, 'without'))
  for (const [what, subject] of [
    ['price of ours, by the script tag', 'ours'],
    ['  by one file and a preloaded price', 'oneFile'],
    ["  and from the shop's host", 'mountedOneFile'],
  ] as const) {
    const taken = visible(views[subject])
    const later = median(taken.map((value, round) => value - plain[round]!))
    const verdict = `${ratioOf(taken, plain, 'without')}, at most a frame of ${frame.toFixed(0)} ms later: ${later <= frame ? 'met' : 'MISSED'}`
    print(what, median(taken), 'ms', verdict)
  }
}
