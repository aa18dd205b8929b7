import { expect } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { isLongForm } from './long-form.ts'
import { sees, test } from './tab.ts'

const isPriced = () => /\d/.test(document.querySelector('storefront-protection')!.shadowRoot?.querySelector('[part~=price]')?.textContent ?? '')
const hasNews = () => document.querySelector('storefront-protection')!.shadowRoot?.querySelector('[role=status]')?.textContent.trim()
/** Open, and no longer fading in. */
const isOpen = () => {
  const dialog = document.querySelector('storefront-protection')!.shadowRoot?.querySelector('dialog[open]')
  return dialog && !dialog.getAnimations({ subtree: true }).length
}
const isBusy = () => document.querySelector('storefront-protection')!.shadowRoot?.querySelector('[aria-busy=true] [part~=price]')
const wasAnswered = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/protection/quotes'))
const isThere = () => document.readyState === 'complete'

/** What shows that a state is reached; in the other states it is the price. */
const signs: Record<string, () => unknown> = {
  'before-the-script': isThere,
  'asking-again': isBusy,
  'price-changed': hasNews,
  'asked-again': hasNews,
  'nothing-ships': isThere,
  'over-the-cap': wasAnswered,
  unavailable: wasAnswered,
  'too-late': isThere,
  'unavailable-while-on': hasNews,
  dialog: isOpen,
  'dialog-terms': isOpen,
  'dialog-own-words': isOpen,
  'looks-with-news': hasNews,
}

/** What only the long form checks: in other sizes and places, or fewer of them, the same parts as in "over-the-cap", "dialog-terms", "off" and "looks". */
const long = ['before-the-script', 'first-paint', 'nothing-ships', 'unavailable', 'too-late', 'dialog', 'looks-on', 'two', 'narrow', 'long-price', 'large-text']

test('every state of the protection offer passes the accessibility rules', async ({ tab, baseURL }) => {
  test.setTimeout(300_000)
  await tab.open(`${baseURL}/preview`)
  const paths = await tab.ask(() => [
    ...new Set([...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/preview/protection/"]')].map(({ pathname }) => pathname)),
  ])
  const names = paths.map((path) => path.split('/').at(-1)!)
  expect(names).toEqual(expect.arrayContaining([...Object.keys(signs), ...long]))
  for (const path of paths.filter((_, place) => isLongForm || !long.includes(names[place]!)))
    await test.step(path, async () => {
      await tab.open(baseURL + path)
      await sees(tab, 'what the page is about', signs[path.split('/').at(-1)!] ?? isPriced)
      await isAccessible(tab)
    })
})
