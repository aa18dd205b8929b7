import { expect, test, type Page } from '@playwright/test'
import { isLongForm } from './long-form.ts'

/** A case in a state of the preview: presses of the shopper or missing parts, whose answer comes too late to be allowed to move anything. */
interface Lateness {
  name: string
  state: string
  /** The request that is answered late: its method and the end of its path. With `status` it is refused. */
  late?: { method: string; path: string; status?: number }
  /** What the first answer lacks and names as missing. */
  missing?: Record<string, unknown>
  /** What is on screen before the late answer comes, because the missing part has come by then. */
  meanwhile?: string
  /** What answers contain once the request has taken effect. */
  effect?: { status: string; may: string[] }
  /** The language of the page, if it is not English. */
  lang?: string
  presses: string[]
  /** What is on screen in the end. */
  then: string
}

/** An amount that gets shorter begins elsewhere on a page that runs from right to left, and browsers count that. */
const limitOf = ({ lang }: Lateness, isPartLate: boolean) => (isPartLate ? 0.02 : lang === 'ar' ? 0.002 : 0.0005)

const noCredits = { entries: [], next: null, expiring: null }

const latenesses: Lateness[] = [
  {
    name: 'more entries',
    state: 'many-entries',
    late: { method: 'GET', path: '/credits' },
    presses: ['more'],
    then: '[part=entry]:nth-child(11)',
  },
  {
    name: 'no more entries',
    state: 'many-entries',
    late: { method: 'GET', path: '/credits', status: 503 },
    presses: ['more'],
    then: '[part=fault]:text("right now")',
  },
  { name: 'joining', state: 'not-a-member', late: { method: 'POST', path: '/me' }, presses: ['join'], then: '[part=balance]' },
  { name: 'joining in vain', state: 'not-a-member', late: { method: 'POST', path: '/me', status: 422 }, presses: ['join'], then: '[part=fault]:not(:empty)' },
  {
    name: 'a redemption',
    state: 'member',
    late: { method: 'POST', path: '/redemptions' },
    presses: ['other', 'all', 'next', 'get'],
    then: '[part~=pending]',
  },
  {
    name: 'a redemption, from right to left',
    state: 'member',
    late: { method: 'POST', path: '/redemptions' },
    lang: 'ar',
    presses: ['other', 'all', 'next', 'get'],
    then: '[part~=pending]',
  },
  ...['en', 'ar'].map((lang) => ({
    name: `a redemption beside a code, in ${lang}`,
    state: 'redeem-settled',
    late: { method: 'POST', path: '/redemptions' },
    lang,
    presses: ['other', 'all', 'next', 'get'],
    then: '[part~=pending]',
  })),
  ...['en', 'ar'].map((lang) => ({
    name: `a redemption, after the history, in ${lang}`,
    state: 'member',
    late: { method: 'POST', path: '/redemptions' },
    missing: { credits: noCredits },
    meanwhile: '[part=expiring]',
    lang,
    presses: ['other', 'all', 'next', 'get'],
    then: '[part~=pending]',
  })),
  { name: 'leaving', state: 'member', late: { method: 'POST', path: '/cancellation' }, presses: ['leave', 'cancel-now'], then: '[part~=sent]' },
  {
    name: 'the end of a membership with no way back',
    state: 'member',
    effect: { status: 'PENDING_CANCELLATION', may: [] },
    presses: ['leave', 'cancel-now'],
    then: '[part~=status]',
  },
  { name: 'returning', state: 'leaving', late: { method: 'POST', path: '/reactivation' }, presses: ['reactivate'], then: '[part~=sent]' },
  { name: 'benefits', state: 'member', missing: { benefits: [] }, presses: [], then: '[part=benefit]' },
  { name: 'the history', state: 'member', missing: { credits: noCredits }, presses: [], then: '[part=entry]' },
  { name: 'the tier', state: 'member', missing: { tier: null, spend: null }, presses: [], then: 'progress' },
  { name: 'the member', state: 'member', missing: { member: null }, presses: [], then: '[part=balance]' },
  { name: 'the member, from right to left', state: 'member', missing: { member: null }, lang: 'ar', presses: [], then: '[part=balance]' },
  { name: 'campaigns', state: 'member', missing: { campaigns: [] }, presses: [], then: '[part=campaign]' },
]

/** The cases on a screen of that width. The long form plays all on each. */
function casesAt(width: number): Lateness[] {
  if (isLongForm) return latenesses
  return latenesses.filter(({ name }) => (width > 320 ? wide.includes(name) : !variants.includes(name)))
}

/** Cases whose request and parts another case has too; they differ in the direction of the page, and "after the history" from right to left has both. */
const variants = [
  'a redemption, from right to left',
  'a redemption beside a code, in ar',
  'a redemption, after the history, in en',
  'the member, from right to left',
]

/** On a wide screen, one case for each part of the panel that has another place there: history, button, form, membership, tier, head and campaigns. */
const wide = ['more entries', 'joining', 'a redemption', 'leaving', 'the tier', 'the member', 'campaigns']

/** A promise with the function that resolves it. */
function gate() {
  let open!: () => void
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

/** Longer than the 500 ms in which browsers ascribe a shift to the last press (https://wicg.github.io/layout-instability/#had-recent-input). */
const pressIsOver = 600

/** Runs before the scripts of each page: the shopper is new, the page has the language of its address, and layout shift is counted. */
function prepare() {
  sessionStorage.clear()
  localStorage.clear()
  const lang = new URLSearchParams(location.search).get('in') ?? 'en'
  window.moved = 0
  // Before anything is drawn.
  new MutationObserver((_, observer) => {
    if (!document.body) return
    Object.assign(document.documentElement, { lang, dir: lang === 'ar' ? 'rtl' : 'ltr' })
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
  const count = (entries: PerformanceEntryList) => {
    for (const { value, hadRecentInput } of entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!hadRecentInput) window.moved += value
  }
  const observer = new PerformanceObserver((list) => count(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  window.countMoved = () => count(observer.takeRecords())
}

/** Plays a case; resolves to all layout shift that the shopper has not caused, and whether the first answer lacked a part. */
async function shiftOf(
  page: Page,
  { state, late, missing, meanwhile, effect, lang = 'en', presses, then }: Lateness,
): Promise<[shift: number, isPartLate: boolean]> {
  let isPressed = false
  let isAsked = false
  let isPartLate = false
  // The late answer waits until the page has drawn the effect of the press alone and the press is over, however busy the machine is.
  const asked = gate()
  const missed = gate()
  const answer = gate()
  await page.route(`**/preview/loyalty/${state}/proxy/v1/**`, async (route, request) => {
    const { pathname, origin } = new URL(request.url())
    if (pathname.endsWith('/session')) {
      const response = await route.fetch()
      const session = (await response.json()) as { membership: { unavailable: string[] } }
      // A part that is late by itself, on a busy machine, stays missing.
      const unavailable = [...new Set([...session.membership.unavailable, ...Object.keys(missing ?? {})])]
      isPartLate = unavailable.length > 0
      return route.fulfill({ response, json: { ...session, membership: { ...session.membership, ...missing, unavailable } } })
    }
    if (meanwhile && request.method() === 'GET' && pathname.endsWith('/me')) {
      await missed.opened
      return route.continue()
    }
    isAsked ||= pathname.endsWith('/cancellation')
    if (effect && isAsked && pathname.endsWith('/me')) {
      asked.open()
      await answer.opened
      const { status, may } = effect
      const response = await route.fetch()
      const membership = (await response.json()) as { member: object }
      return route.fulfill({ response, json: { ...membership, may, member: { ...membership.member, status } } })
    }
    if (!isPressed || request.method() !== late?.method || !pathname.endsWith(late.path)) return route.continue()
    asked.open()
    await answer.opened
    const { status } = late
    if (status)
      return route.fulfill({
        status,
        contentType: 'application/problem+json',
        json: { status, code: status === 422 ? 'upstream-refused' : 'upstream-unavailable' },
      })
    // A shopper who joins gets the membership of a new member.
    await (pathname.endsWith('/me')
      ? route.fulfill({ response: await route.fetch({ url: `${origin}/preview/loyalty/nothing-yet/proxy/v1/session` }) })
      : route.continue())
  })
  await page.goto(`/preview/loyalty/${state}?in=${lang}`)
  const panel = page.locator('storefront-loyalty')
  let moved = 0
  if (presses.length) {
    await panel.locator(`[part~=${presses[0]}]`).waitFor({ state: 'attached' })
    // A phone shows only the newest entries until the shopper asks for all of the first page.
    const all = panel.locator('[part~=all-entries]')
    if (presses[0] === 'more' && (await all.isVisible())) await all.click()
    moved = await movedSoFar(page)
    isPressed = true
    for (const name of presses) await panel.locator(`[part~=${name}]`).click()
    await asked.opened
    await movedSoFar(page)
    await page.waitForTimeout(pressIsOver)
    if (meanwhile) {
      missed.open()
      await panel.locator(meanwhile).waitFor()
    }
    answer.open()
  }
  await panel.locator(then).first().waitFor()
  return [moved + (await movedSoFar(page)), isPartLate]
}

/** The layout shift since the last call. Browsers report the shift of a frame after the frame. */
const movedSoFar = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    window.countMoved()
    const { moved } = window
    window.moved = 0
    return moved
  })

for (const width of [320, 1440])
  test(`nothing moves when an answer to an action comes late, and little when a part is late, on a screen of ${width} pixels`, async ({ browser, baseURL }) => {
    const moved: [name: string, shift: number, limit: number][] = []
    const cases = casesAt(width)
    const waiting = [...cases]
    const lane = async () => {
      // One page for all cases of a lane: a new one takes longer than a case. No case finds anything of the one before.
      const page = await browser.newPage({ baseURL, viewport: { width, height: 900 } })
      await page.addInitScript(prepare)
      for (let lateness = waiting.shift(); lateness; lateness = waiting.shift()) {
        const [shift, isPartLate] = await shiftOf(page, lateness)
        moved.push([lateness.name, shift, limitOf(lateness, isPartLate)])
        await page.goto('about:blank')
        await page.unrouteAll()
        await page.context().clearCookies()
      }
      await page.close()
    }
    await Promise.all([lane(), lane(), lane(), lane()])

    expect(moved).toHaveLength(cases.length)
    const tooFar = moved.filter(([, shift, limit]) => shift > limit)
    expect(tooFar, tooFar.map(([name, shift, limit]) => `${name}: ${shift} > ${limit}`).join(', ')).toEqual([])
  })

declare global {
  interface Window {
    moved: number
    /** Adds layout shift that was not reported yet. */
    countMoved(): void
  }
}
