import { expect } from '@playwright/test'
import { sees, test, type Tab } from './tab.ts'

test('a shopper with only a keyboard buys with protection, tracks the order and removes protection again', async ({ tab, baseURL }) => {
  await putMugIntoCart(tab, baseURL!)
  await sees(tab, 'a price', () =>
    /\$\d/.test(document.querySelector('main storefront-protection')!.shadowRoot?.querySelector('[part~=price]')?.textContent ?? ''),
  )

  await goTo(tab, 'Shipment protection')
  expect(await focused(tab)).toMatchObject({ role: 'switch', checked: false, isMarked: true })
  await tab.press('Space')
  await sees(tab, 'the line in the cart', hasLine, true)
  expect(await focused(tab)).toMatchObject({ name: 'Shipment protection', checked: true })

  await goTo(tab, /What’s covered/)
  const opener = await focused(tab)
  expect(opener).toMatchObject({ isMarked: true, isModal: false })
  await tab.press('Enter')
  await sees(tab, 'the dialog', () => !!document.querySelector('main storefront-protection')!.shadowRoot!.querySelector('dialog[open]'))
  // Not beyond the last stop, because some browsers continue from there to their own controls.
  for (const key of ['Tab', 'Shift+Tab']) {
    await tab.press(key)
    expect(await focused(tab)).toMatchObject({ isModal: true })
  }
  await tab.press('Escape')
  await sees(tab, 'the dialog gone', () => !document.querySelector('main storefront-protection')!.shadowRoot!.querySelector('dialog[open]'))
  expect(await focused(tab)).toEqual(opener)

  await goTo(tab, 'Look into the cart', 'Shift+Tab')
  await tab.ask(() => document.querySelector('#drawer > *')!.toggleAttribute('data-seen'))
  await tab.press('Enter')
  await sees(tab, 'the drawer rendered anew', () => !document.querySelector('#drawer > [data-seen]'))
  await isAt(tab, 'Your cart')
  await sees(tab, 'both offers on', areBoth, true)
  await goTo(tab, 'Shipment protection')
  expect(await focused(tab)).toMatchObject({ role: 'switch', checked: true, isMarked: true })
  for (const isOn of [false, true]) {
    await tab.press('Space')
    await sees(tab, `both offers ${isOn ? 'on' : 'off'}`, areBoth, isOn)
    await sees(tab, `${isOn ? 'the' : 'no'} line in the cart`, hasLine, isOn)
    expect(await focused(tab)).toMatchObject({ name: 'Shipment protection', checked: isOn })
  }
  await tab.press('Escape')
  await sees(tab, 'the drawer gone', () => !document.querySelector('#drawer[open]'))
  expect(await focused(tab)).toMatchObject({ name: 'Look into the cart' })

  const number = await placeOrder(tab)
  await sees(tab, 'that it is protected', () => /Your order is protected/.test(document.querySelector('main')!.textContent))
  await goTo(tab, 'Track this order')
  await tab.press('Enter')
  await arrives(tab, '/track')
  await sees(tab, 'the order', (order) => document.querySelector('storefront-tracking')!.shadowRoot?.textContent.includes(order), number)

  await goTo(tab, 'Remove protection')
  await tab.press('Enter')
  await isAt(tab, 'Remove protection?')
  await tab.press('Escape')
  await isAt(tab, 'Remove protection')
  await tab.press('Enter')
  await isAt(tab, 'Remove protection?')
  await goTo(tab, 'Remove and get $1.50 back')
  expect(await focused(tab)).toMatchObject({ isMarked: true })
  await tab.press('Enter')
  await isAt(tab, 'Protection removed')
})

test('a shopper with only a keyboard protects an order after it was placed', async ({ tab, baseURL }) => {
  await putMugIntoCart(tab, baseURL!)
  await placeOrder(tab)

  await sees(tab, 'that it can be protected', () => /Protect this order/.test(document.querySelector('storefront-tracking')!.shadowRoot?.textContent ?? ''))
  await goTo(tab, 'Protect this order')
  expect(await focused(tab)).toMatchObject({ isMarked: true })
  await tab.press('Enter')

  await isAt(tab, 'This order is protected')
})

test('a shopper with only a keyboard looks up an order, reads its history and goes on to another order', async ({ tab, baseURL }) => {
  await tab.open(`${baseURL}/track`)
  await sees(tab, 'the form', () => document.querySelector('storefront-tracking')!.shadowRoot?.querySelector('form'))
  await goTo(tab, 'Order number')
  expect(await focused(tab)).toMatchObject({ role: 'input', isMarked: true })
  await tab.type('K-1003')
  await tab.press('Tab')
  await isAt(tab, 'Email')
  await tab.type('jonas@example.com')
  await tab.press('Enter')
  await isAt(tab, 'Order K-1003')
  await sees(tab, 'what the carrier knows', tells, 'Arrived at local facility')

  // Browsers differ in what they let a test copy, so the page gets a clipboard that refuses the text, then one that accepts it.
  await tab.ask(giveClipboard, false)
  await goTo(tab, 'Copy')
  expect(await focused(tab)).toMatchObject({ isMarked: true })
  await tab.press('Enter')
  await sees(
    tab,
    'the number selected',
    () => getSelection()!.toString() === document.querySelector('storefront-tracking')!.shadowRoot!.querySelector('bdi')!.textContent,
  )
  expect(await tab.ask(tells, 'Copied')).toBe(false)
  expect(await focused(tab)).toMatchObject({ name: 'Copy' })
  await tab.ask(giveClipboard, true)
  await tab.press('Enter')
  await sees(tab, 'that it is copied', tells, 'Copied')
  expect(await focused(tab)).toMatchObject({ name: 'Copy' })

  await goTo(tab, 'Earlier updates')
  expect(await focused(tab)).toMatchObject({ isMarked: true })
  expect(await tab.ask(tells, 'Departed origin facility')).toBe(false)
  await tab.press('Enter')
  await sees(tab, 'the beginning', tells, 'Departed origin facility')

  await goTo(tab, 'Track another order')
  expect(await focused(tab)).toMatchObject({ isMarked: true })
  await tab.press('Enter')
  await isAt(tab, 'Order number')
})

/** Opens the page of a mug, adds it to the cart and opens the cart. */
async function putMugIntoCart(tab: Tab, shop: string): Promise<void> {
  await tab.open(`${shop}/products/stoneware-mug`)
  await goTo(tab, 'Add to cart')
  await tab.press('Enter')
  await sees(tab, 'that it is in the cart', () => /Stoneware mug/.test(document.querySelector('#toast')!.textContent))
  await goTo(tab, /^Cart/, 'Shift+Tab')
  await tab.press('Enter')
  await arrives(tab, '/cart')
}

/** Goes from the cart through the checkout to the thank-you page; resolves to the number of the order. */
async function placeOrder(tab: Tab): Promise<string> {
  await goTo(tab, 'Check out')
  await tab.press('Enter')
  await arrives(tab, '/checkout')
  await goTo(tab, 'Place the order')
  await tab.press('Enter')
  await arrives(tab, '/orders/K-\\d+/thank-you')
  return tab.ask(() => /K-\d+/.exec(location.pathname)![0])
}

/** Whether the cart's totals name protection, or do not, as `wanted` says. */
const hasLine = (wanted: boolean) => /Shipment protection/.test(document.querySelector('#cart-totals')!.textContent) === wanted

/** Whether the page's offer and the drawer's are both on, or both off. */
const areBoth = (wanted: boolean) => {
  const switches = [...document.querySelectorAll('storefront-protection')].map((offer) => offer.shadowRoot?.querySelector<HTMLInputElement>('[role=switch]'))
  return switches.length === 2 && switches.every((one) => one?.checked === wanted)
}

/** Whether the tracking widget shows those words. */
const tells = (words: string) => {
  const { shadowRoot } = document.querySelector('storefront-tracking')!
  const says = (element: Element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue!.includes(words))
  return [...shadowRoot!.querySelectorAll('*')].some((element) => says(element) && element.checkVisibility())
}

/** Gives the page a clipboard that accepts copied text, or refuses it as browsers do without permission. */
const giveClipboard = (isAllowed: boolean) => {
  const refusal = new DOMException('Write permission denied.', 'NotAllowedError')
  const writeText = () => (isAllowed ? Promise.resolve() : Promise.reject(refusal))
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
}

/** Waits until an element with that name has the focus. */
const isAt = (tab: Tab, name: string) => expect.poll(async () => (await focused(tab)).name, { timeout: 20_000, intervals: [50] }).toBe(name)

/** Waits until the page of that path is completely loaded. */
const arrives = (tab: Tab, path: string) =>
  sees(tab, `the page ${path}`, (wanted) => new RegExp(`^${wanted}$`).test(location.pathname) && document.readyState === 'complete', path)

/** Presses the Tab key, or another key, until an element with that name has the focus. */
async function goTo(tab: Tab, name: string | RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let stops = 0; stops < 60; stops++) {
    await tab.press(key)
    const { name: found } = await focused(tab)
    if (typeof name === 'string' ? found === name : name.test(found)) return
    passed.push(found)
  }
  throw new Error(`Nothing is named ${name} among ${passed.join(' · ')}`)
}

/** The element with the focus, in any tree of the page: its name, its role, and whether its focus is visible. */
const focused = (tab: Tab) =>
  tab.ask(() => {
    let element: Element | null = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    if (!element || element === document.body) return { name: '' }
    const root = element.getRootNode() as Document | ShadowRoot
    const labels = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => id && root.getElementById(id)?.textContent)
    const own = element.getAttribute('aria-label') || labels.join(' ') || (element as HTMLInputElement).labels?.[0]?.textContent || element.textContent
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return {
      name: own.replace(/\s+/g, ' ').trim(),
      role: element.getAttribute('role') ?? element.localName,
      checked: element instanceof HTMLInputElement && element.checked,
      isMarked: outlineStyle !== 'none' && parseFloat(outlineWidth) > 0,
      isModal: !!element.closest('dialog'),
    }
  })
