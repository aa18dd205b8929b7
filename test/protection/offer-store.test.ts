import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Quote } from '../../src/contract/protection.ts'
import { sameMoney, type Money } from '../../src/money.ts'
import type { CartContent, Change } from '../../src/protection/carts/cart.ts'
import { boughtQuote, cartTransition, changesFor, type CartEvent } from '../../src/protection/cart-transition.ts'
import { consentIn, withConsent, withoutConsent } from '../../src/protection/consent.ts'
import { initialState, isHeld, needsQuote, shownQuote, transition, type CartKind, type OfferEvent, type OfferState } from '../../src/protection/offer-store.ts'
import { rightLine } from '../../src/protection/reconcile.ts'
import { runs } from '../properties/runs.ts'

const now = Date.UTC(2026, 10, 21, 9)
const usd = (cents: number): Money => ({ cents, currency: 'USD' })
const isoAt = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const addressFor = ({ cents, currency }: Money) => `/quotes?cents=${cents}&currency=${currency}`

const quoteFor = (amount: number, price: number, rest: Partial<Quote> = {}): Quote => ({
  token: `seal-${amount}-${price}`,
  amount: usd(amount),
  price: usd(price),
  expires_at: isoAt(60),
  variant: { id: price },
  ...rest,
})
const lineFor = (quote: Quote, key = 'line') => {
  const { amount, price, expires_at, token, variant } = quote
  return { key, quantity: 1, price, token, terms: { amount, price, expires_at }, variant: variant?.id }
}
const cartOf = (shippable: number | null, ...quotes: Quote[]): CartContent => ({
  empty: false,
  cart: 'one',
  shippable: shippable === null ? null : usd(shippable),
  lines: quotes.map((quote, index) => lineFor(quote, `line ${index}`)),
})

type AnyEvent = OfferEvent | CartEvent
const isOfCart = (event: AnyEvent): event is CartEvent => /^(cart(Read|Confirmed|Followed)|price|variant|write|turned)/.test(event.type)
const step = (state: OfferState, event: AnyEvent) => (isOfCart(event) ? cartTransition(state, event) : transition(state, event))
const after = (events: AnyEvent[], kind: CartKind = 'shopify') => events.reduce(step, initialState('https://proxy.example', kind))

const read = (content: CartContent, afterInput = false): AnyEvent => ({ type: 'cartRead', content, afterInput, now })
const quoted = (quote: Quote): AnyEvent => ({ type: 'quoted', address: addressFor(quote.amount), quote })
const compared: CartEvent & { type: 'priceCompared' } = { type: 'priceCompared', offline: false, now }
const confirmed: AnyEvent = { type: 'cartConfirmed', now }
const off: AnyEvent = { type: 'switched', checked: false }
const on = (quote: Quote, minute = 0): AnyEvent => ({ type: 'switched', checked: true, agreement: { at: isoAt(minute), price: quote.price, lang: 'en' } })

/** The cart that the changes lead to. */
function apply(content: CartContent, changes: Change[]): CartContent {
  const lines = changes.reduce(
    (lines, change) =>
      'add' in change
        ? [...lines, lineFor(change.add, 'added')]
        : lines.flatMap((line) => (line.key !== change.key ? [line] : change.quantity ? [{ ...line, quantity: change.quantity }] : [])),
    content.lines,
  )
  return { ...content, lines }
}

describe('the state of an offer', () => {
  const small = quoteFor(2000, 150)
  const bought = [read(cartOf(2000)), quoted(small), on(small), compared, read(cartOf(2000, small)), confirmed]

  test('is off at first, and shows a price once there is one', () => {
    const state = after([{ type: 'hinted', hint: { amount: usd(2000) } }, quoted(small)])

    assert.equal(state.checked, false)
    assert.equal(shownQuote(state), small)
  })

  test('shows no price to a cart in which nothing ships, and none for a variant that the shop does not sell', () => {
    assert.equal(shownQuote(after([quoted(small), read(cartOf(null))])), undefined)
    assert.equal(shownQuote(after([quoted(small), { type: 'variantRefused', quote: small }])), undefined)
    assert.equal(shownQuote(after([quoted(quoteFor(2000, 150, { variant: undefined }))])), undefined)
    assert.ok(shownQuote(after([quoted(quoteFor(2000, 150, { variant: undefined }))], 'form')))
  })

  test('does not need a price twice: not while its request is open, and not while the answer holds', () => {
    const address = addressFor(usd(2000))
    const needs = (events: AnyEvent[], again = true, at = now) => needsQuote(after(events), address, again, at)
    const requested: AnyEvent = { type: 'quoteRequested', address }

    assert.equal(needs([]), true)
    assert.equal(needs([requested]), false)
    assert.equal(needs([requested, quoted(small)]), false)
    assert.equal(needs([requested, quoted(small)], true, now + 59.5 * 60_000), true)
    assert.equal(needs([requested, { type: 'quoteFailed' }]), true)
    assert.equal(needs([requested, { type: 'quoteFailed' }], false), false)
    assert.equal(needs([requested, read(cartOf(null))]), true)
  })

  test('says what became of the choice, with its prices', () => {
    const dearer = quoteFor(9000, 450)
    const cheaper = quoteFor(1900, 125)
    const news = (...events: AnyEvent[]) => after([...bought, ...events]).news

    assert.equal(news(), undefined)
    assert.deepEqual(news(read(cartOf(2000))), { message: 'taken' })
    assert.deepEqual(news(read(cartOf(9000, small)), quoted(dearer), compared), { message: 'raised', price: usd(450), old: usd(150) })
    assert.deepEqual(news(read(cartOf(1900, small)), quoted(cheaper), compared, read(cartOf(1900, cheaper)), confirmed), {
      message: 'changed',
      price: usd(125),
      old: usd(150),
    })
    const lost: AnyEvent[] = [read(cartOf(1900, small)), { type: 'quoteFailed' }, compared, { type: 'writeStarted' }, read(cartOf(1900)), compared]
    assert.deepEqual(news(...lost), { message: 'withdrawn' })
    assert.deepEqual(news(...lost, quoted(cheaper), compared, read(cartOf(1900, cheaper)), confirmed), { message: 'restored', price: usd(125) })
  })

  test('brings a lost line back at the price that was seen last, and at none above it', () => {
    const cheaper = quoteFor(1900, 125)
    const between = quoteFor(1900, 140)
    const lost: AnyEvent[] = [read(cartOf(1900, small)), quoted(cheaper), compared, read(cartOf(1900, cheaper)), confirmed]
    lost.push(read(cartOf(1950, cheaper)), { type: 'quoteFailed' }, compared, { type: 'writeStarted' }, read(cartOf(1950)), compared, read(cartOf(1900)))

    assert.equal(after([...bought, ...lost, quoted(cheaper), compared]).checked, true)
    assert.equal(after([...bought, ...lost, quoted(between), compared]).checked, false)
  })

  test('is off after the shopper’s own connection was lost, and is not added once it is back', () => {
    const wanted = [read(cartOf(2000)), quoted(small), on(small)]
    const left = after([...wanted, { type: 'cartFailed', offline: true }])
    assert.deepEqual([left.checked, left.decided, left.news, shownQuote(left)], [false, false, { message: 'offline' }, small])
    const back = [read(cartOf(2000)), compared].reduce(step, left)
    assert.deepEqual([back.checked, changesFor(back, now)], [false, []])

    const noPrice = after([...wanted, { type: 'quoteFailed' }, { ...compared, offline: true }])
    assert.deepEqual([noPrice.checked, noPrice.news], [false, { message: 'offline' }])
    // What the cart holds already stays bought, and what is to be taken out is taken out later.
    assert.equal(after([...bought, { type: 'cartFailed', offline: true }]).checked, true)
    assert.equal(after([...bought, off, { type: 'cartFailed', offline: true }]).decided, true)
  })

  test('keeps a choice that the cart does not show yet, and follows a line that went or came by itself', () => {
    assert.equal(after([read(cartOf(2000)), quoted(small), on(small), read(cartOf(2000))]).checked, true)
    assert.equal(after([...bought, read(cartOf(2000))]).checked, false)
    assert.equal(after([read(cartOf(2000)), read(cartOf(2000, small))]).checked, true)
  })

  test('forgets the choice with the cart that it was made for', () => {
    for (const content of [
      { ...cartOf(null), empty: true },
      { ...cartOf(2000), cart: 'another' },
    ]) {
      const { checked, agreed, consent, address } = after([...bought, read(content)])

      assert.deepEqual([checked, agreed, consent, address], [false, undefined, undefined, undefined])
    }
  })

  test('stays off after the page has turned protection down, even if the page turns down taking it out as well', () => {
    const turned = after([...bought, { type: 'turnedDown', on: true }, { type: 'turnedDown', on: false }], 'events')

    assert.deepEqual([turned.checked, turned.decided], [false, true])
  })

  test('gives the room back only after the shopper’s own input', () => {
    assert.equal(!!after([read(cartOf(null), false)]).collapsed, false)
    assert.equal(!!after([read(cartOf(null), true), read(cartOf(null), false)]).collapsed, true)
    assert.equal(!!after([read(cartOf(null), true), read(cartOf(2000), false)]).collapsed, false)
  })
})

const prices = [150, 175, 180, 210, 400]
const amounts = [2000, 3000]
const quotes = fc.record({ amount: fc.constantFrom(...amounts), price: fc.constantFrom(...prices) }).map(({ amount, price }) => quoteFor(amount, price))
const minute = fc.integer({ min: 0, max: 20 })
/** A line that an earlier page has bought, with the record of what the shopper agreed to there. */
const earlier = fc
  .record({ quote: quotes, minute, agreed: fc.constantFrom(...prices) })
  .map(({ quote, minute, agreed }) => ({ ...quote, token: withConsent(quote.token, { at: isoAt(minute), wording: '1', lang: 'en', price: usd(agreed) }) }))
const shippable = fc.option(fc.constantFrom(...amounts), { nil: null })
const carts = fc
  .record({ ships: shippable, lines: fc.array(fc.oneof(quotes, earlier), { maxLength: 2 }), cart: fc.constantFrom('one', 'two'), empty: fc.nat(9) })
  .map(({ ships, lines, cart, empty }): CartContent => (empty ? { ...cartOf(ships, ...lines), cart } : { ...cartOf(null), empty: true }))
const events: fc.Arbitrary<AnyEvent> = fc.oneof(
  { weight: 4, arbitrary: carts.map((content) => read(content)) },
  { weight: 4, arbitrary: quotes.map(quoted) },
  { weight: 4, arbitrary: fc.constant(compared) },
  { weight: 2, arbitrary: fc.constant(confirmed) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<AnyEvent>(
      { type: 'writeStarted' },
      { type: 'quoteFailed' },
      { type: 'cartFailed', offline: false },
      { type: 'cartFailed', offline: true },
      { type: 'cartFollowed' },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<AnyEvent>(off, { type: 'formRestored', wasOn: true }, { type: 'turnedDown', on: true }, { type: 'turnedDown', on: false }),
  },
  { weight: 1, arbitrary: fc.constantFrom(...amounts).map((cents): AnyEvent => ({ type: 'quoteRequested', address: addressFor(usd(cents)) })) },
  { weight: 1, arbitrary: quotes.map((quote): AnyEvent => ({ type: 'variantRefused', quote })) },
)
/** The shopper switches it on, as the page lets them: only at a price that is on show. */
type Action = AnyEvent | { type: 'press'; minute: number }
const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof({ weight: 6, arbitrary: events }, { weight: 1, arbitrary: minute.map((minute): Action => ({ type: 'press', minute })) }),
  { maxLength: 30 },
)
const kinds = fc.constantFrom<CartKind>('shopify', 'form', 'events')

/** Plays the actions. Returns the state after each, with the action as an event. */
function play(kind: CartKind, list: Action[]): { before: OfferState; event: AnyEvent; state: OfferState }[] {
  let state = initialState('https://proxy.example', kind)
  return list.flatMap((action) => {
    const shown = shownQuote(state)
    if (action.type === 'press' && !shown) return []
    const event = action.type === 'press' ? on(shown!, action.minute) : action
    const before = state
    state = step(state, event)
    return [{ before, event, state }]
  })
}

describe('after any sequence of events', () => {
  const check = (what: (steps: ReturnType<typeof play>) => void) =>
    fc.assert(
      fc.property(kinds, actions, (kind, list) => what(play(kind, list))),
      runs(1_500),
    )

  test('protection is on only by the shopper or by a line in the cart', () => {
    check((steps) => {
      for (const { before, event, state } of steps)
        if (state.checked && !before.checked)
          assert.ok(event.type === 'switched' || (event.type === 'cartRead' && event.content.lines.length > 0), `on by ${event.type}`)
    })
  })

  test('the protection in the cart costs at most a fifth more than an accepted price, however often the price rises', () => {
    check((steps) => {
      let agreed: Money[] = []
      let cart: string | undefined
      for (const { event, state } of steps) {
        if (event.type === 'switched') agreed = event.agreement ? [event.agreement.price] : []
        if (event.type === 'cartRead') {
          const { content } = event
          if (content.empty || (cart && content.cart !== cart)) agreed = []
          if (!content.empty) cart = content.cart
          // A line that the page finds was agreed to elsewhere: at the price in its record, or at its own.
          for (const { price, token } of content.lines) agreed.push(consentIn(token ?? '')?.price ?? price!, price!)
        }
        if (event.type !== 'priceCompared') continue
        for (const change of changesFor(state, now))
          if ('add' in change)
            assert.ok(
              agreed.some(({ cents }) => change.add.price.cents <= cents * 1.2),
              `bought at ${change.add.price.cents}`,
            )
      }
    })
  })

  test('a lost line comes back at no higher price than the one that was agreed to', () => {
    check((steps) => {
      for (const { before, event, state } of steps) {
        if (event.type !== 'priceCompared' || !before.lost) continue
        for (const change of changesFor(state, now)) if ('add' in change) assert.ok(before.agreed && change.add.price.cents <= before.agreed.cents)
      }
    })
  })

  test('the cart gets exactly one line if protection is on, something ships and its price holds, and otherwise none but a right one', () => {
    check((steps) => {
      for (const { state } of steps) {
        if (!state.cart) continue
        const wanted = boughtQuote(state, now)
        const { lines, shippable } = apply(state.cart, changesFor(state, now))

        if (wanted) {
          assert.equal(lines.length, 1)
          assert.ok(sameMoney(lines[0]!.price!, wanted.price) && sameMoney(wanted.amount, shippable!))
        } else if (lines.length) {
          assert.ok(state.checked && lines.length === 1 && rightLine({ ...state.cart, lines }, undefined, now))
        }
        if (!state.checked || !shippable) assert.deepEqual(lines, [])
      }
    })
  })

  test('a right cart stays right: it needs no further changes', () => {
    check((steps) => {
      const last = steps.at(-1)?.state
      if (!last?.cart) return
      const settled = [compared, read(apply(last.cart, changesFor(step(last, compared), now))), compared].reduce(step, step(last, compared))

      assert.deepEqual(changesFor(settled, now), [])
    })
  })

  test('the record in the cart is of a consent that the shopper gave, here or on an earlier page', () => {
    check((steps) => {
      const given = new Set<string>()
      for (const { event, state } of steps) {
        if (event.type === 'switched' && event.agreement) given.add(event.agreement.at)
        if (event.type === 'cartRead') for (const { token } of event.content.lines) given.add(consentIn(token ?? '')?.at ?? '')
        const { token } = boughtQuote(state, now) ?? {}
        const consent = token ? consentIn(token) : undefined
        assert.ok(!consent || given.has(consent.at))
        assert.ok(!token || withoutConsent(token) === state.quote?.token)
      }
    })
  })

  test('nothing is offered that cannot be bought, and a failed cart is offered nothing', () => {
    check((steps) => {
      for (const { state } of steps) {
        const shown = shownQuote(state)
        if (shown) assert.ok(!state.failed && state.cart?.shippable !== null && (state.kind !== 'shopify' || shown.variant))
        if (boughtQuote(state, now)) assert.ok(state.checked)
        if (isHeld(state)) assert.ok(state.cart!.lines.length > 0)
      }
    })
  })

  test('no transition changes the state that it was given', () => {
    const freeze = (value: unknown): void => {
      if (!value || typeof value !== 'object' || Object.isFrozen(value)) return
      Object.freeze(value)
      Object.values(value).forEach(freeze)
    }
    fc.assert(
      fc.property(kinds, actions, (kind, list) => {
        let state = initialState('https://proxy.example', kind)
        for (const action of list) {
          freeze(state)
          state = action.type === 'press' ? state : step(state, action)
        }
      }),
      runs(500),
    )
  })
})
