import { expect } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import type { StorefrontTracking } from '../../src/tracking/tracking.ts'
import { expectAccessible } from './accessible.ts'
import { giveClipboard } from './clipboard.ts'
import { ago, all, answer, control, forgetOrders, keyOf, mount, one, parcel, textOf, track, until } from './tracked-element.ts'
import { waitUntil } from './wait-until.ts'

const mira = 'mira@example.com'
const known = `order-number="K-1001" email="${mira}"`
/** The words of an element, on one line. */
const wordsOf = ({ textContent }: HTMLElement) => textContent.replace(/\s+/g, ' ').trim()
const soon = () => `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`

describe('further parts of an order', () => {
  beforeEach(async () => {
    await control('POST', 'reset')
    await control('DELETE', 'faults')
  })

  afterEach(() => {
    forgetOrders()
    history.replaceState(null, '', location.pathname + location.search)
  })

  after(() => control('DELETE', 'faults'))

  it('says that the last scan was days ago, and what is usual', async () => {
    await answer({
      packages: [{ ...parcel('1Z9', 'in_transit'), timeline: [{ status: 'in_transit', created_at: ago(24 * 4 + 1) }] }, parcel('1Z8', 'in_transit')],
    })

    const element = await track(`${known} claim-url="/help"`)

    await waitUntil(() => one(element, '[part=quiet]'), 'no notice')
    expect(all(element, '[part=quiet]').map(wordsOf)).to.deep.equal([
      'No scan for 4 days. One or two days between scans are usual. Tell us and we’ll sort it out.',
    ])
    expect(all(element, '[part=claim]').map((link) => link.getAttribute('href'))).to.deep.equal(['/help'])
    await expectAccessible(element)
  })

  it('makes no promise for today, and calls nothing usual, after days without a scan', async () => {
    const timeline = (status: string) => [{ status, created_at: ago(24 * 3 + 1) }]
    const statuses = ['label_printed', 'out_for_delivery', 'in_transit']
    await answer({ packages: statuses.map((status, index) => ({ ...parcel(`1Z${index}`, status), timeline: timeline(status) })) })

    const element = await track(known)

    await waitUntil(() => all(element, '[part=quiet]').length === 3, 'no notice')
    expect(all(element, '[part=meaning]').map(wordsOf)).to.deep.equal(['The carrier has your package.'])
  })

  for (const [status, title, text] of [
    ['pending', 'Payment pending', 'We haven’t received your payment for this order yet.'],
    ['refunded', 'Order refunded', 'We’ve refunded what you paid.'],
    ['partially_refunded', 'Partially refunded', 'We’ve refunded part of what you paid.'],
    ['voided', 'Canceled', 'You won’t be charged.'],
  ] as const)
    it(`says above the packages that an order is ${status}`, async () => {
      await answer({ financial_status: status, packages: [parcel('1Z9', 'in_transit')] })

      const element = await track(known)

      await waitUntil(() => one(element, '[part~=money]'), 'no notice')
      expect(textOf(element)).to.contain(title).and.to.contain(text)
      expect(one(element, '[part~=money]')!.compareDocumentPosition(one(element, '[part~=package]')!)).to.equal(Node.DOCUMENT_POSITION_FOLLOWING)
      await expectAccessible(element)
    })

  for (const financial_status of ['refunded', 'voided'])
    it(`shows nothing as still to ship if an order is ${financial_status}`, async () => {
      await answer({ financial_status, unfulfilled_line_items: [{ name: 'Linen tote', quantity: 1, image_url: null }] })
      const element = await track(known)
      await waitUntil(() => one(element, '[part~=money]'), 'no notice')
      expect(one(element, '[part~=money]')!.textContent).to.contain('Linen tote')
      expect(one(element, '[part~=package]')).to.equal(null)

      await control('DELETE', 'faults')
      await answer({ financial_status })
      await element.refresh()

      await until(() => !textOf(element).includes('Linen tote'))
      expect(one(element, '[part~=package]')).to.equal(null)
    })

  it('says nothing about the payment of an order if its status is unknown', async () => {
    await answer({ financial_status: 'paid_in_shells', packages: [parcel('1Z9', 'in_transit')] })

    const element = await track(known)

    expect(one(element, '[part~=money]')).to.equal(null)
    expect(one(element, '[part=quiet]')).to.equal(null)
  })

  it('offers a calendar file with the day of each package that is still expected, by keyboard', async () => {
    await answer({
      packages: [
        { ...parcel('1Z9', 'in_transit'), estimated_delivery_at: soon() },
        { ...parcel('1Z8', 'delivered'), estimated_delivery_at: soon() },
        { ...parcel('1Z7', 'in_transit'), estimated_delivery_at: ago(24 * 9) },
      ],
    })
    const element = await track(known)
    const link = new Promise<HTMLAnchorElement>((resolve) => {
      HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
        resolve(this)
      }
    })
    try {
      one(element, '[part=more] summary')!.focus()
      await sendKeys({ press: 'Enter' })
      await waitUntil(() => one(element, '[part=calendar]'), 'there is no button')
      one(element, '[part=calendar]')!.focus()
      await sendKeys({ press: 'Enter' })
      const { href, download } = await link

      const file = await (await fetch(href)).text()
      const named = all(element, 'article').find(({ textContent }) => textContent.includes('1Z9'))!
      expect(download).to.equal('K-1001.ics')
      expect(file.match(/BEGIN:VEVENT/g)).to.have.length(1)
      expect(file)
        .to.contain(`DTSTART;VALUE=DATE:${soon().slice(0, 10).replaceAll('-', '')}`)
        .and.to.contain(`SUMMARY:Package from order K-1001 (${/Package \d of 3/.exec(named.textContent)![0]})`)
      await expectAccessible(element)
    } finally {
      delete (HTMLAnchorElement.prototype as Partial<HTMLAnchorElement>).click
    }
  })

  it('offers no calendar file if no day is known', async () => {
    await answer({ packages: [parcel('1Z9', 'in_transit'), { ...parcel('1Z8', 'in_transit'), estimated_delivery_at: '+275760-09-12T23:00:00Z' }] })
    const element = await track(known)

    one(element, '[part=more] summary')!.click()

    await waitUntil(() => one(element, '[part=print]'), 'nothing opens')
    expect(one(element, '[part=calendar]')).to.equal(null)
    // The page does not read its address, so no link can lead to the order.
    expect(one(element, '[part=share]')).to.equal(null)
  })

  it('prints no controls', async () => {
    const element = await track(known)
    const seen = () => all(element, 'h2, button, .button, summary:not([part=hero]), [part=more] p').filter((each) => each.checkVisibility())
    const printed = () => {
      const onPaper = element.shadowRoot!.adoptedStyleSheets.flatMap(({ cssRules }) =>
        [...cssRules].filter((rule) => rule instanceof CSSMediaRule && rule.media.mediaText === 'print'),
      ) as CSSMediaRule[]
      for (const { media } of onPaper) media.mediaText = 'screen'
      const left = seen()
      for (const { media } of onPaper) media.mediaText = 'print'
      return left
    }
    expect(printed()).to.deep.equal([one(element, 'h2')])

    one(element, '[part=more] summary')!.click()
    await waitUntil(() => one(element, '[part=print]'), 'nothing opens')

    expect(printed()).to.deep.equal([one(element, 'h2')])
    expect(seen()).to.have.length.above(3)
  })

  it('shares a link that shows where the packages are, and nothing else', async () => {
    const { search } = location
    const key = await keyOf('K-1002')
    history.replaceState(null, '', `${location.pathname}?page_id=42&lang=de&reader=a1b2c3&name=Mira&route=${mira}&order=1002&email=${mira}#key=${key}`)
    const element = await track('from-url')
    expect(textOf(element)).to.contain('Order K-1002')
    const shared: string[] = []
    const { share } = navigator
    navigator.share = ({ url }: ShareData = {}) => Promise.resolve(void shared.push(url ?? ''))
    try {
      one(element, '[part=more] summary')!.click()
      await waitUntil(() => one(element, '[part=share]'), 'there is no button')
      expect(textOf(element)).to.contain('Anyone with this link can see where the packages are')
      one(element, '[part=share]')!.click()
      await waitUntil(() => shared.length, 'nothing was shared')
    } finally {
      navigator.share = share
    }
    forgetOrders()
    const { hash, href } = new URL(shared[0]!)
    expect(href).to.equal(`${location.origin}${location.pathname}?page_id=42&lang=de${hash}`)
    history.replaceState(null, '', `${location.pathname}${search}${hash}`)

    const other = await mount('from-url')

    await until(() => other.tracked)
    await other.updateComplete
    expect(other.tracked!.proof).to.equal('tracking')
    expect(other.tracked!.share_key).to.equal(undefined)
    expect(all(other, '[part~=package]')).to.have.length(2)
    expect(textOf(other)).not.to.contain('K-1002').and.not.to.contain('Letterpress')
    expect(location.hash).to.equal('')
  })

  for (const [kind, shown] of [
    ['allowed', /^Link copied$/],
    ['refused', /^http\S+#key=\S+$/],
    ['absent', /^http\S+#key=\S+$/],
  ] as const)
    it(`copies or shows the link if the browser cannot share: the clipboard is ${kind}`, async () => {
      history.replaceState(null, '', `${location.pathname}${location.search}#key=${await keyOf('K-1002')}`)
      const { giveBack } = giveClipboard(kind)
      Object.defineProperty(navigator, 'share', { configurable: true, value: undefined })
      try {
        const element = await track('from-url')
        one(element, '[part=more] summary')!.click()
        await waitUntil(() => one(element, '[part=share]'), 'there is no button')

        one(element, '[part=share]')!.click()

        await waitUntil(() => shown.test(one(element, '[part=notice]')!.textContent.trim()), 'no notice')
      } finally {
        Reflect.deleteProperty(navigator, 'share')
        giveBack()
      }
    })

  it('shows the local time of the place of a scan', async () => {
    const times = ['2026-01-12T23:50:00-08:00', '2026-01-12T07:15:00+09:00']
    await answer({ packages: [{ ...parcel('1Z9', 'in_transit'), timeline: times.map((created_at) => ({ status: 'in_transit', created_at })) }] })

    const element = await track(known)

    expect(all(element, '[part=day]').map(({ textContent }) => textContent)).to.deep.equal(['Monday, January 12'])
    expect(all(element, '[part=time]').map(({ textContent }) => textContent.replace(/\s/g, ' '))).to.deep.equal(['11:50 PM', '7:15 AM'])
  })

  it('renders the rest of a long history only when it is opened, and keeps it open when news comes', async () => {
    const timeline = Array.from({ length: 50 }, (_, hours) => ({ status: 'in_transit', message: `Scan ${hours}`, created_at: ago(hours) }))
    await answer({ packages: [{ ...parcel('1Z9', 'in_transit'), timeline }] })
    const element = await track(known)
    const rows = () => all(element, '[part=event]').length
    expect(rows()).to.equal(2)

    one(element, '[part=earlier]')!.click()
    await waitUntil(() => rows() === 50, 'the rest does not come')
    await control('DELETE', 'faults')
    await answer({ packages: [{ ...parcel('1Z9', 'in_transit'), timeline: [{ status: 'in_transit', message: 'News', created_at: ago(-0.01) }, ...timeline] }] })
    await element.refresh()
    await element.updateComplete

    expect(textOf(element)).to.contain('News').and.to.contain('Scan 49')
    expect(rows()).to.equal(51)
    expect(one<HTMLDetailsElement>(element, 'details')!.open).to.equal(true)
  })

  describe('of a package with very many events', () => {
    const timeline = Array.from({ length: 40 }, (_, hours) => ({ status: 'in_transit', message: `Scan ${hours}`, created_at: ago(hours + 1) }))
    const packages = Array.from({ length: 60 }, (_, index) => ({ ...parcel(`1Z${index}`, 'in_transit'), timeline }))
    const news = { status: 'out_for_delivery', message: 'News', created_at: ago(0) }
    const withNews = packages.map((one, index) => (index === 1 ? { ...one, timeline: [news, ...timeline] } : one))
    const historyOf = (element: StorefrontTracking, index: number) => all(element, '[part=history]')[index]!
    const open = (element: StorefrontTracking, index: number) => historyOf(element, index).querySelector('summary')!.click()
    const rows = (element: StorefrontTracking, index: number) => historyOf(element, index).querySelectorAll('[part=event]').length
    const comes = (element: StorefrontTracking, index: number, count = 40) =>
      waitUntil(() => rows(element, index) === count, `not all ${count} events come`, { timeout: 15_000 })
    const { fetch } = window
    const isForEvents = (address: unknown) => String(address).endsWith('/track/events')

    afterEach(() => {
      window.fetch = fetch
    })

    it('requests the earlier events when they are opened, each package once', async () => {
      await answer({ packages })
      const element = await track(known)
      let asked = 0
      window.fetch = (address, init) => {
        asked += Number(isForEvents(address))
        return fetch(address, init)
      }
      expect(element.tracked!.packages[0]!.events).to.have.length(9)

      for (const index of [0, 5]) {
        open(element, index)
        await comes(element, index)
        expect(historyOf(element, index).textContent).to.contain('Scan 39').and.not.to.contain('Looking')
      }
      for (let times = 0; times < 2; times++) open(element, 0)
      await element.refresh()
      await element.updateComplete

      expect([rows(element, 0), rows(element, 5), asked]).to.deep.equal([40, 40, 2])
    })

    it('says if they cannot be had, shows the known ones, and requests them again by itself', async () => {
      await answer({ packages })
      const element = await track(known)
      window.fetch = (address, init) => (isForEvents(address) ? Promise.reject(new TypeError('no way out')) : fetch(address, init))

      open(element, 1)
      await waitUntil(() => historyOf(element, 1).textContent.includes('can’t be reached right now'), 'no notice')
      expect(rows(element, 1)).to.equal(9)
      await expectAccessible(element)
      window.fetch = fetch

      await comes(element, 1)
      expect(historyOf(element, 1).textContent).not.to.contain('can’t be reached')
    })

    it('keeps them on screen when news comes, with the news above them', async () => {
      await answer({ packages })
      const element = await track(known)
      for (const index of [0, 1]) {
        open(element, index)
        await comes(element, index)
      }
      await control('DELETE', 'faults')
      await answer({ packages: withNews })
      window.fetch = (address, init) => (isForEvents(address) ? Promise.reject(new TypeError('no way out')) : fetch(address, init))

      await element.refresh()
      await element.updateComplete

      await comes(element, 1, 41)
      expect(historyOf(element, 1).textContent).to.contain('News').and.to.contain('Scan 39')
      expect(rows(element, 0)).to.equal(40)
      expect(historyOf(element, 0).textContent).not.to.contain('can’t be reached')
    })

    it('requests them with a new ticket if the ticket has expired, for every element that shows the order', async () => {
      await answer({ packages })
      const element = await track(known)
      const other = await track(known)
      let asked = 0
      window.fetch = (address, init) =>
        isForEvents(address) && !asked++ ? Promise.resolve(Response.json({ status: 404, code: 'not-found' }, { status: 404 })) : fetch(address, init)

      open(element, 2)

      await comes(element, 2)
      await comes(other, 2)
      expect(asked).to.equal(2)
    })

    it('requests them at growing intervals, and not while the page is hidden', async () => {
      await answer({ packages })
      const element = await track(known)
      const { setTimeout } = window
      const pauses: number[] = []
      let asked = 0
      let next = () => {}
      window.setTimeout = ((act: () => void, milliseconds = 0) => {
        // The test's own timers have other durations.
        if (![5_000, 10_000, 20_000, 40_000, 60_000].includes(milliseconds)) return setTimeout(act, milliseconds)
        pauses.push(milliseconds)
        next = act
        return 0
      }) as typeof window.setTimeout
      window.fetch = (address, init) => {
        if (!isForEvents(address)) return fetch(address, init)
        asked++
        return Promise.reject(new TypeError('no way out'))
      }
      const see = (hidden: boolean) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }
      try {
        open(element, 0)
        for (let times = 1; times <= 6; times++) {
          await waitUntil(() => pauses.length === times, 'they are not requested again', { timeout: 15_000 })
          if (times < 6) next()
        }
        expect(pauses).to.deep.equal([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
        expect(asked).to.equal(7)

        see(true)
        next()
        // An immediate request would have been sent by then.
        await new Promise((resolve) => setTimeout(resolve, 200))
        expect(asked).to.equal(7)
        see(false)
        await waitUntil(() => pauses.length === 7, 'no new request is planned once the page is visible', { timeout: 15_000 })
      } finally {
        Reflect.deleteProperty(document, 'hidden')
        Object.assign(window, { setTimeout })
      }
    })
  })

  it('shows ten of hundreds of packages, and more at each press, each once and by keyboard', async () => {
    await answer({ packages: Array.from({ length: 25 }, (_, index) => parcel(`1Z${index}`, 'in_transit')) })

    const element = await track(known)

    expect(all(element, '[part~=package]')).to.have.length(10)
    expect(textOf(element)).to.contain('Package 10 of 25').and.to.contain('25 On the way')
    await expectAccessible(element)
    for (const count of [20, 25]) {
      one(element, '[part=more-packages]')!.focus()
      await sendKeys({ press: 'Enter' })
      await waitUntil(() => all(element, '[part~=package]').length === count, `there are not ${count}`)
    }
    expect(one(element, '[part=more-packages]')).to.equal(null)
    const numbers = all(element, 'bdi').map(({ textContent }) => textContent)
    expect(new Set(numbers).size).to.equal(25)
  })

  it('refreshes every three minutes while a package is out for delivery, and then stops', async () => {
    await answer({ packages: [parcel('1Z9', 'out_for_delivery')] })
    const wait = window.setTimeout
    let next = () => {}
    let pauses = 0
    let shortest = Infinity
    window.setTimeout = ((act: () => void, milliseconds?: number) => {
      if (!(milliseconds! > 170_000)) return wait(act, milliseconds)
      pauses++
      shortest = milliseconds!
      next = act
      return 0
    }) as typeof setTimeout
    try {
      const element = await track(known)
      expect(textOf(element)).to.contain('Out for delivery')
      await waitUntil(() => pauses === 1, 'it does not refresh')
      // The three minutes count from the order, not from each return to the page.
      const first = shortest
      for (const hidden of [true, false]) {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
        await new Promise((resolve) => wait(resolve, 5))
      }
      await waitUntil(() => pauses === 2, 'it does not go on')
      expect(shortest).to.be.lessThan(first)
      next()
      await waitUntil(() => pauses === 3, 'it refreshes only once')
      await control('DELETE', 'faults')
      await answer({ packages: [parcel('1Z9', 'delivered')] })

      next()

      await waitUntil(() => /Delivered (today|yesterday)/.test(textOf(element)), 'the news does not come')
      await element.updateComplete
      expect(pauses).to.equal(3)
    } finally {
      Reflect.deleteProperty(document, 'hidden')
      window.setTimeout = wait
    }
  })
})
