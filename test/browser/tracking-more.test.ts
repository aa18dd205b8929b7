import { expect } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import type { TrackedOrder } from '../../src/contract/tracking.ts'
import { orderStore } from '../../src/tracking/order-store.ts'
import type { StorefrontTracking } from '../../src/tracking/tracking.ts'
import { expectAccessible } from './accessible.ts'
import { giveClipboard } from './clipboard.ts'
import { ago, all, answer, control, keyOf, mount, one, parcel, textOf, track, until } from './tracked-element.ts'
import { waitUntil } from './wait-until.ts'

const mira = 'mira@example.com'
const known = `order-number="K-1001" email="${mira}"`
const soon = () => `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`

describe('what else an order shows', () => {
  beforeEach(async () => {
    await control('POST', 'reset')
    await control('DELETE', 'faults')
  })

  afterEach(() => {
    orderStore.answers.clear()
    orderStore.opened.clear()
    orderStore.given = orderStore.found = undefined
    history.replaceState(null, '', location.pathname + location.search)
  })

  after(() => control('DELETE', 'faults'))

  it('says that the last scan was days ago, and what is usual', async () => {
    await answer({
      packages: [{ ...parcel('1Z9', 'in_transit'), timeline: [{ status: 'in_transit', created_at: ago(24 * 4 + 1) }] }, parcel('1Z8', 'in_transit')],
    })

    const element = await track(`${known} claim-url="/help"`)

    await waitUntil(() => one(element, '[part=quiet]'), 'no notice')
    expect(all(element, '[part=quiet]').map(({ innerText }) => innerText.trim())).to.deep.equal([
      'No scan for 4 days. One or two days between scans are usual. Tell us, and we will sort it out.',
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
    expect(all(element, '[part=meaning]').map(({ innerText }) => innerText.trim())).to.deep.equal(['The carrier has your package.'])
  })

  for (const [status, title, text] of [
    ['pending', 'Payment pending', 'The shop has not received your payment for this order yet.'],
    ['refunded', 'Refunded', 'What you paid for this order was given back.'],
    ['partially_refunded', 'Partly refunded', 'A part of what you paid was given back.'],
    ['voided', 'Cancelled', 'This order was cancelled, and nothing is charged for it.'],
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
      const named = all(element, '[part=name]').find(({ textContent }) => textContent.includes('1Z9'))!
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
    const seen = () => all(element, 'h2, button, summary, [part=more] p').filter((each) => each.checkVisibility())
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
      expect(textOf(element)).to.contain('Whoever has this link sees where the packages are')
      one(element, '[part=share]')!.click()
      await waitUntil(() => shared.length, 'nothing was shared')
    } finally {
      navigator.share = share
    }
    element.remove()
    orderStore.answers.clear()
    orderStore.given = undefined
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
    expect(rows()).to.equal(3)

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

  describe('for an order with very many events', () => {
    const timeline = Array.from({ length: 40 }, (_, hours) => ({ status: 'in_transit', message: `Scan ${hours}`, created_at: ago(hours + 1) }))
    // The page remembers what it knows of a package, so each test has packages of its own.
    const vast = (prefix: string) => Array.from({ length: 24 }, (_, index) => ({ ...parcel(`${prefix}${index}`, 'in_transit'), timeline }))
    const news = { status: 'out_for_delivery', message: 'News', created_at: ago(0) }
    const historyOf = (element: StorefrontTracking, index: number) => all(element, '[part=history]')[index]!
    const open = async (element: StorefrontTracking, index: number) => {
      await waitUntil(() => historyOf(element, index), 'the card does not come')
      historyOf(element, index).querySelector('summary')!.click()
    }
    const rows = (element: StorefrontTracking, index: number) => historyOf(element, index).querySelectorAll('[part=event]').length

    it('loads the whole history of a package when it is opened', async () => {
      await answer({ packages: vast('1Z') })
      const element = await track(known)
      expect(element.tracked!.packages[0]!.events).to.have.length(11)

      for (const index of [0, 20]) {
        await open(element, index)
        await waitUntil(() => rows(element, index) === 40, `${rows(element, index)} events`)
        expect(historyOf(element, index).textContent).to.contain('Scan 39').and.not.to.contain('Looking')
      }
      await element.refresh()
      await element.updateComplete

      expect(textOf(element)).to.contain('Nothing new')
      expect([rows(element, 0), rows(element, 20)]).to.deep.equal([40, 40])
    })

    it('says if the whole history cannot be loaded, shows the known part, and later includes what happened meanwhile', async () => {
      const packages = vast('1Y')
      await answer({ packages })
      const element = await track(known)
      await waitUntil(() => historyOf(element, 21), 'the card does not come')
      await control('DELETE', 'faults')
      await control('POST', 'faults', { match: { path: '/track/api/order' }, status: 503 })

      await open(element, 21)
      await waitUntil(() => historyOf(element, 21).textContent.includes('cannot be reached right now'), 'no notice')
      expect(rows(element, 21)).to.equal(11)
      await control('DELETE', 'faults')
      await answer({ packages: packages.map((one, index) => (index === 21 ? { ...one, timeline: [news, ...timeline] } : one)) })

      await waitUntil(() => rows(element, 21) === 41, 'the whole history does not come')
      expect(historyOf(element, 21).textContent).to.contain('News').and.to.contain('Scan 39').and.not.to.contain('cannot be reached')
    })

    it('keeps a loaded history if news comes and the whole cannot be loaded again, and keeps every other history', async () => {
      const packages = vast('1X')
      await answer({ packages })
      const element = await track(known)
      for (const index of [0, 20]) {
        await open(element, index)
        await waitUntil(() => rows(element, index) === 40, `${rows(element, index)} events`)
      }
      await control('DELETE', 'faults')
      await answer({ packages: packages.map((one, index) => (index === 20 ? { ...one, timeline: [news, ...timeline] } : one)) })
      const { fetch } = window
      window.fetch = (address, init) => (String(init?.body).includes('"brief"') ? fetch(address, init) : Promise.reject(new TypeError('no way out')))
      try {
        await element.refresh()

        await waitUntil(() => historyOf(element, 20).textContent.includes('cannot be reached right now'), 'no notice')
        expect(rows(element, 20)).to.equal(41)
        expect(historyOf(element, 20).textContent).to.contain('News').and.to.contain('Scan 39')
        expect(rows(element, 0)).to.equal(40)
        expect(historyOf(element, 0).textContent).not.to.contain('cannot be reached')
      } finally {
        window.fetch = fetch
      }
    })

    it('loads it with a new ticket if the ticket has expired, for every element that waits for it', async () => {
      await answer({ packages: vast('1W') })
      const element = await track(known)
      const other = await track(known)
      let asked = 0
      const { fetch } = window
      window.fetch = (address, init) => {
        const isWhole = !String(init?.body).includes('"brief"')
        return isWhole && !asked++ ? Promise.resolve(Response.json({ status: 404, code: 'not-found' }, { status: 404 })) : fetch(address, init)
      }
      try {
        await open(element, 20)
        await open(other, 21)

        await waitUntil(() => rows(element, 20) === 40 && rows(other, 21) === 40, 'it is not loaded with a new ticket')
        expect(asked).to.equal(2)
      } finally {
        window.fetch = fetch
      }
    })

    it('requests no more often if every answer has news', async () => {
      await answer({ packages: vast('1U') })
      const element = await track(known)
      const { fetch } = window
      const asked = { brief: 0, whole: 0 }
      window.fetch = async (address, init) => {
        asked[String(init?.body).includes('"brief"') ? 'brief' : 'whole']++
        const news = { ...element.tracked!.packages[0]!.events[0]!, message: `News ${asked.brief + asked.whole}` }
        const order = (await (await fetch(address, init)).json()) as TrackedOrder
        return Response.json({ ...order, packages: order.packages.map((one) => ({ ...one, events: [news, ...one.events] })) })
      }
      try {
        await open(element, 20)

        await waitUntil(() => asked.whole === 2, 'the history of the newer order is not requested')
        await waitUntil(() => historyOf(element, 20).textContent.includes('cannot be reached right now'), 'no notice')
        // An immediate request would have been sent by then.
        await fetch('/stack.json')
        expect(asked).to.deep.equal({ brief: 1, whole: 2 })
      } finally {
        window.fetch = fetch
      }
    })

    it('retries at growing intervals, and not while the page is hidden', async () => {
      await answer({ packages: vast('1V') })
      const element = await track(known)
      await control('DELETE', 'faults')
      await control('POST', 'faults', { match: { path: '/track/api/order' }, status: 503 })
      const long = { timeout: 30_000 }
      const { fetch, setTimeout } = window
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
      window.fetch = (...of) => {
        asked++
        return fetch(...of)
      }
      const see = (hidden: boolean) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }
      try {
        await waitUntil(() => historyOf(element, 0), 'the card does not come', long)
        historyOf(element, 0).querySelector('summary')!.click()
        for (let times = 1; times <= 6; times++) {
          await waitUntil(() => pauses.length === times, 'it is not requested again', long)
          if (times < 6) next()
        }
        expect(pauses).to.deep.equal([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
        expect(asked).to.equal(6)

        see(true)
        next()
        // An immediate request would have been sent by then.
        await new Promise((resolve) => setTimeout(resolve))
        expect(asked).to.equal(6)
        see(false)
        await waitUntil(() => asked > 6, 'it is not requested again once the page is visible', long)
      } finally {
        Reflect.deleteProperty(document, 'hidden')
        Object.assign(window, { fetch, setTimeout })
      }
    })
  })

  it('shows hundreds of packages, each once', async () => {
    await answer({ packages: Array.from({ length: 200 }, (_, index) => parcel(`1Z${index}`, 'in_transit')) })

    const element = await track(known)

    await waitUntil(() => all(element, '[part~=package]').length === 200, 'some never come')
    expect(textOf(element)).to.contain('Package 200 of 200')
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
        await element.updateComplete
      }
      await waitUntil(() => pauses === 2, 'it does not go on')
      expect(shortest).to.be.lessThan(first)
      next()
      await waitUntil(() => pauses === 3, 'it refreshes only once')
      await control('DELETE', 'faults')
      await answer({ packages: [parcel('1Z9', 'delivered')] })

      next()

      await waitUntil(() => textOf(element).includes('The carrier says that it has arrived'), 'the news does not come')
      await element.updateComplete
      expect(pauses).to.equal(3)
    } finally {
      Reflect.deleteProperty(document, 'hidden')
      window.setTimeout = wait
    }
  })
})
