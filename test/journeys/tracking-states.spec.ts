import { expect } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { sees, test } from './tab.ts'

/** The part of the tracking widget that shows that a state is reached; in the other states it is the headline of a package. */
const partOfTracking: Record<string, string> = {
  form: 'form',
  'form-nothing': 'error',
  'form-faults': 'error',
  'not-found': 'error',
  'too-many-tries': 'error',
  found: 'another',
  confirmed: 'confirmed',
  'label-purchased': 'preparing',
  'label-printed': 'preparing',
  'carrier-picked-up': 'on_the_way',
  'in-transit': 'on_the_way',
  delayed: 'late',
  'out-for-delivery': 'out_for_delivery',
  'attempted-delivery': 'attempted',
  'ready-for-pickup': 'collect',
  'picked-up': 'picked_up',
  delivered: 'delivered',
  failure: 'problem',
  'estimate-day': 'exact',
  'estimate-window': 'headline',
  'estimate-passed': 'estimate',
  silent: 'quiet',
  'still-to-ship': 'unshipped',
  'nothing-sent': 'unshipped',
  'without-tracking': 'untracked',
  'nothing-to-ship': 'digital',
  refunded: 'order',
  voided: 'order',
  'claim-awaiting': 'awaiting',
  'claim-refunded': 'outcome',
  'claim-replaced': 'outcome',
  'claim-credited': 'outcome',
  'claim-refused': 'refused',
  'claims-by-number': 'awaiting',
  unprotected: 'protect',
  'protect-refused': 'fault',
  'protect-failed': 'fault',
  protecting: 'protecting',
  protected: 'protection',
  'protected-removable': 'ask',
  'remove-asked': 'confirm',
  'remove-refused': 'fault',
  'remove-wait': 'fault',
  removing: 'removing',
  removed: 'removed',
  'removed-plainly': 'removed',
  down: 'notice',
  'down-at-the-form': 'notice',
  'down-later': 'notice',
  'earlier-updates': 'timeline',
  'form-slot': 'form',
  'form-right-to-left': 'form',
}

/** Not checked: its cards are the same as for three packages, and all of them would take as long as all the other states. */
const tooMany = 'packages-200'

/** The states in which only the shop's own words are visible, and the states that wait for as long as the page is open. */
const ownWordsOfTracking = ['before-the-script', 'off']
const waiting = ['pending', 'not-known-yet']
const isLookedFor = () => document.querySelector('storefront-tracking')!.shadowRoot?.querySelector('slot + .muted')
const tracksWith = (part: string, isWaiting: boolean) => {
  const { shadowRoot } = document.querySelector('storefront-tracking')!
  const actions = document.querySelector<HTMLElement>('script[data-actions]')!.dataset.actions!.split('|').filter(Boolean)
  return (
    performance.getEntriesByName('action').length === actions.length &&
    !!shadowRoot?.querySelector('[data-waiting], [aria-busy=true]') === isWaiting &&
    [...shadowRoot!.querySelectorAll(`[part~=${part}]`)].some((one) => one.checkVisibility() && one.textContent)
  )
}
const hasShopsWords = () => {
  const { shadowRoot } = document.querySelector('storefront-tracking')!
  return document.readyState === 'complete' && (!shadowRoot || (shadowRoot.querySelector('slot') && !shadowRoot.querySelector('[aria-busy=true]')))
}

test('every state of the tracking widget passes the accessibility rules', async ({ tab, baseURL }) => {
  test.setTimeout(600_000)
  await tab.open(`${baseURL}/preview`)
  const paths = await tab.ask(() => [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/preview/tracking/"]')].map(({ pathname }) => pathname))
  const names = paths.map((path) => path.split('/').at(-1)!).filter((name) => name !== tooMany)
  expect(names).toEqual(expect.arrayContaining([...Object.keys(partOfTracking), ...ownWordsOfTracking, ...waiting]))
  for (const name of names)
    await test.step(name, async () => {
      await tab.open(`${baseURL}/preview/tracking/${name}`)
      if (ownWordsOfTracking.includes(name)) await sees(tab, 'the words of the shop', hasShopsWords)
      else if (name === 'not-known-yet') await sees(tab, 'that it is looked for', isLookedFor)
      else await sees(tab, partOfTracking[name] ?? 'headline', tracksWith, partOfTracking[name] ?? 'headline', name === 'pending')
      await isAccessible(tab)
    })
})
