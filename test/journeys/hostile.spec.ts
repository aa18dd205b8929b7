import { expect } from '@playwright/test'
import { distance } from './hostile/picture.ts'
import { startHostileShop, type Hostility, type HostileShop } from './hostile/shop.ts'
import { isLongForm } from './long-form.ts'
import { sees, test, type Tab } from './tab.ts'

let shop: HostileShop
test.beforeAll(async () => {
  shop = await startHostileShop()
})
test.afterAll(() => shop.stop())

/** The visit of this run with which the others are compared. */
let gentle: Visit | undefined

const pages = {
  'whose style rules override everything': 'rules',
  'whose style rules revert everything': 'revert',
  'whose scripts have changed the built-in objects': 'scripts',
  'with hostile style rules and scripts': 'everything',
} satisfies Record<string, Hostility>

/** Visited by the long form alone: the page with hostile style rules and scripts has all that these have. */
const parts: Hostility[] = ['rules', 'scripts']

for (const [name, hostility] of Object.entries(pages).filter(([, hostility]) => isLongForm || !parts.includes(hostility)))
  test(`the offer looks and works the same on a page ${name}`, async ({ tab }) => {
    gentle ??= await visit(tab, 'gentle')
    const hostile = await visit(tab, hostility)

    expect(hostile.faults).toBe('')
    expect(hostile.cart).toEqual({ off: '', on: '1 × 150', open: '1 × 150', 'off again': '' })
    expect(gentle.cart).toEqual(hostile.cart)
    for (const moment of Object.keys(gentle.looks)) {
      expect(differences(hostile.looks[moment]!, gentle.looks[moment]!), moment).toEqual([])
      // A pixel of a round edge that was repainted in part differs by up to 9 steps of 255 from one that was painted as a whole.
      expect(distance(hostile.pictures[moment]!, gentle.pictures[moment]!), `the picture is the same while ${moment}`).toBeLessThan(12)
    }
  })

/** What a visitor sees and gets who goes through the whole offer. */
interface Visit {
  looks: Record<string, string>
  pictures: Record<string, Buffer>
  cart: Record<string, string>
  faults: string
}

/** Opens the page with two mugs in the cart, switches protection on, opens and closes the dialog, and switches protection off. */
async function visit(tab: Tab, hostility: Hostility): Promise<Visit> {
  const seen: Visit = { looks: {}, pictures: {}, cart: {}, faults: '' }
  const look = async (moment: string, state: string, lines: string, rendered: number) => {
    await sees(tab, state, (wanted) => window.watch.state() === wanted, state)
    await sees(tab, `"${lines}" in the cart`, async (wanted) => (await window.watch.lines()) === wanted, lines)
    if (shop.rendersAnew(hostility)) await sees(tab, 'the page rendered anew', (times) => window.watch.rendered === times, rendered)
    // An element that the page renders again has lost the focus, as on any page.
    await tab.ask(() => window.watch.blur())
    await sees(tab, 'no movement', () => window.watch.isStill())
    seen.looks[moment] = await tab.ask(() => window.watch.appearance())
    seen.pictures[moment] = await atRest(tab)
    seen.cart[moment] = await tab.ask(() => window.watch.lines())
  }
  // No larger than the column and the dialog need, because every pixel is painted, taken and compared.
  await tab.resize(640, 600)
  await tab.open(shop.address('gentle'))
  await tab.ask(() => window.watch.fill())
  await tab.open(shop.address(hostility))

  await look('off', 'off $1.50', '', 2)
  await tab.ask(() => window.watch.focus())
  await tab.press('Space')
  await look('on', 'on $1.50', '1 × 150', 3)
  await tab.ask(() => window.watch.more())
  await look('open', 'on $1.50 open', '1 × 150', 3)
  await tab.press('Escape')
  await sees(tab, 'the dialog gone', () => window.watch.state() === 'on $1.50')
  await tab.ask(() => window.watch.focus())
  await tab.press('Space')
  await look('off again', 'off $1.50', '', 3)

  seen.faults = await tab.ask(() => window.watch.faults())
  return seen
}

/** Takes screenshots after the changes are painted, until two in a row are equal. */
async function atRest(tab: Tab): Promise<Buffer> {
  await tab.ask(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  let picture = await tab.screenshot()
  for (let next = await tab.screenshot(); !next.equals(picture); next = await tab.screenshot()) picture = next
  return picture
}

/** The differences between two appearances, without all that is the same. */
function differences(hostile: string, gentle: string): string[] {
  const [lines, expected] = [hostile, gentle].map((text) => text.split('\n').map((line) => line.split('; ')))
  return lines!.flatMap(([name = '', ...styles], place) =>
    [name, ...styles].flatMap((style, at) => {
      const right = expected![place]?.[at]
      return style === right ? [] : [`${name.split(' ')[0]}: ${style}, not ${right}`]
    }),
  )
}

declare global {
  interface Window {
    /** What `hostile/watch.js` reports about the page. */
    watch: {
      rendered: number
      faults(): string
      fill(): Promise<void>
      lines(): Promise<string>
      state(): string
      focus(): void
      blur(): void
      more(): void
      isStill(): boolean
      appearance(): string
    }
  }
}
