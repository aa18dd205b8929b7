import { expect } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { sees, test } from './tab.ts'

/** The part of the loyalty panel that shows that a state is reached; in the other states it is the balance. */
const partOfLoyalty: Record<string, string> = {
  guest: 'join-link',
  'not-a-member': 'join',
  joining: 'sent',
  'not-joined': 'fault',
  leaving: 'status',
  cancelled: 'status',
  'payment-failed': 'status',
  'status-unknown': 'status',
  'tier-free': 'ladder',
  'tier-by-spend': 'progress',
  'tier-kept': 'kept',
  'tier-at-stake': 'kept',
  'spend-in-periods': 'period',
  'tier-highest': 'ladder',
  'tier-paid': 'tier-name',
  'tier-unlisted': 'tier-name',
  'spend-none': 'progress',
  'benefits-of-any-type': 'benefit-list',
  campaigns: 'campaign-list',
  'hostile-text': 'status',
  'redeem-amount': 'label',
  'redeem-fault': 'fault',
  'redeem-confirm': 'confirm',
  'redeem-again': 'confirm',
  'redeem-sent': 'pending',
  'redeem-refused': 'fault',
  'redeem-pending': 'pending',
  'redeem-settled': 'held-code',
  'redeem-failed': 'failed',
  'redeem-unknown': 'unknown',
  'parts-unavailable': 'late',
  'member-unavailable': 'late',
  'spend-unavailable': 'ladder',
  'no-credits': 'ladder',
  stale: 'stale',
  'session-ended': 'ended',
  'payment-asked': 'sent',
  'leave-asked': 'cancellation',
  'leave-sent': 'sent',
  'leave-refused': 'fault',
}

/** The states in which only the shop's own words are visible. */
const ownWordsOfLoyalty = ['before-the-script', 'guest-without-ways', 'unavailable']
const hasOwnWords = () => {
  const { shadowRoot } = document.querySelector('storefront-loyalty')!
  return (
    document.readyState === 'complete' &&
    !shadowRoot?.querySelector('[aria-busy=true]') &&
    (!shadowRoot || shadowRoot.querySelector('slot')?.parentElement?.checkVisibility())
  )
}
const hasPart = (name: string) =>
  [...document.querySelector('storefront-loyalty')!.shadowRoot!.querySelectorAll(`[part~=${name}]`)].some((part) => part.checkVisibility() && part.textContent)
const hasBar = () => document.querySelector('storefront-loyalty')!.shadowRoot!.querySelector('progress')

test('every state of the loyalty panel passes the accessibility rules', async ({ tab, baseURL }) => {
  test.setTimeout(600_000)
  await tab.open(`${baseURL}/preview`)
  const paths = await tab.ask(() => [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/preview/loyalty/"]')].map(({ pathname }) => pathname))
  const names = paths.map((path) => path.split('/').at(-1)!)
  expect(names).toEqual(expect.arrayContaining([...Object.keys(partOfLoyalty), ...ownWordsOfLoyalty]))
  for (const name of names)
    await test.step(name, async () => {
      await tab.open(`${baseURL}/preview/loyalty/${name}`)
      const part = partOfLoyalty[name] ?? 'balance'
      if (ownWordsOfLoyalty.includes(name)) await sees(tab, 'the words of the shop', hasOwnWords)
      else if (part === 'progress') await sees(tab, 'a bar', hasBar)
      else await sees(tab, part, hasPart, part)
      await isAccessible(tab)
    })
})
