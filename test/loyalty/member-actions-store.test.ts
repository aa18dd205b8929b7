import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Membership, Redemption } from '../../src/contract/loyalty.ts'
import { transition } from '../../src/loyalty/membership/member-actions-store.ts'
import { initialState, type LoyaltyEvent, type LoyaltyState } from '../../src/loyalty/membership/membership-store.ts'
import { runs } from '../properties/runs.ts'

const money = (cents: number) => ({ cents, currency: 'USD' })

const membership = (more: Partial<Membership> = {}): Membership => ({
  program: null,
  member: { first_name: 'Mira', status: 'ACTIVE', credits: money(4250), credits_earned: money(6381), joined_at: null },
  tier: null,
  tiers: [],
  benefits: [],
  campaigns: [],
  spend: null,
  credits: { entries: [], next: null, expiring: null },
  redemption: null,
  pending: [],
  unavailable: [],
  may: ['redeem', 'cancel'],
  ...more,
})

const redemption = (cents: number, more: Partial<Redemption> = {}): Redemption => ({
  id: 'one',
  state: 'pending',
  amount: money(cents),
  requested_at: '2026-11-25T00:00:00Z',
  ...more,
})

const after = (events: LoyaltyEvent[], from: LoyaltyState = initialState) => events.reduce(transition, from)
const answered = (more: Partial<Membership> = {}, { shopper, revision }: LoyaltyState = initialState): LoyaltyEvent => ({
  type: 'answered',
  shopper,
  revision,
  membership: membership(more),
})
/** A shopper who has confirmed a redemption of $4.00, whose answer is not there yet. */
const confirmed = (more: Partial<Membership> = {}) =>
  after([
    answered(more),
    { type: 'redemptionOpened' },
    { type: 'amountEntered', text: '4', amount: money(400) },
    { type: 'pageAsked' },
    { type: 'started', verb: 'redeem' },
    { type: 'redemptionConfirmed', amount: money(400), key: 'first' },
  ])
const lost: LoyaltyEvent = { type: 'failed', shopper: 0, fault: { text: 'uncertain' } }
const oldCode = { code: 'OLD', value: money(200) }

describe('the state of a redemption', () => {
  test('goes from the amount over the confirmation to the pending redemption', () => {
    const state = after(
      [
        { type: 'redeemed', shopper: 0, redemption: redemption(400) },
        { type: 'done', shopper: 0 },
      ],
      confirmed(),
    )

    assert.deepEqual([state.redemption.step, state.redemption.intent, state.action], [undefined, undefined, { verb: 'redeem', status: 'done' }])
    assert.deepEqual(state.membership?.pending, [redemption(400)])
  })

  test('asks for another amount above what can be spent, with what is set aside', () => {
    const state = after([answered({ pending: [redemption(4000)] }), { type: 'amountEntered', text: '3', amount: money(300) }])

    assert.deepEqual(state.redemption.step, { name: 'amount', text: '3', fault: 'overBalance' })
  })

  test('keeps the key of an unknown result for the next try with the same amount, and not for another amount', () => {
    const failed = after([lost], confirmed())
    const [same, other] = [400, 300].map((cents) => after([{ type: 'redemptionConfirmed', amount: money(cents), key: 'second' }], failed))

    assert.deepEqual(failed.action, { verb: 'redeem', status: 'failed', fault: { text: 'uncertain' } })
    assert.deepEqual([same?.redemption.intent?.key, other?.redemption.intent?.key], ['first', 'second'])
  })

  test('forgets the key once the service has refused', () => {
    const state = after([{ type: 'failed', shopper: 0, fault: { text: 'refused' } }], confirmed())

    assert.equal(state.redemption.intent, undefined)
  })

  for (const [name, before, found] of [
    ['as pending', {}, { pending: [redemption(400)] }],
    ['as failed', {}, { pending: [redemption(400, { state: 'failed' })] }],
    ['as a code', {}, { redemption: { code: 'NEW', value: money(400) } }],
    ['as a code that took the place of an earlier one', { redemption: oldCode }, { redemption: { code: 'NEW', value: money(600) } }],
  ] as const satisfies [string, Partial<Membership>, Partial<Membership>][])
    test(`says nothing of a lost answer once a later reading shows the redemption ${name}`, () => {
      const failed = after([lost], confirmed(before))

      const state = after([answered(found, failed)], failed)

      assert.equal(failed.action?.fault?.text, 'uncertain')
      assert.deepEqual([state.action, state.redemption.step, state.redemption.intent], [undefined, undefined, undefined])
    })

  test('still says that the answer was lost while no reading shows the redemption', () => {
    const failed = after([lost], confirmed({ redemption: oldCode }))

    const state = after([answered({ redemption: oldCode, pending: [redemption(700)] }, failed)], failed)

    assert.equal(state.action?.fault?.text, 'uncertain')
    assert.equal(state.redemption.intent?.key, 'first')
  })

  test('does not take an earlier redemption of the same amount for the lost one', () => {
    const earlier = { pending: [redemption(400, { state: 'failed' })] }
    const failed = after([lost], confirmed(earlier))

    assert.equal(after([answered(earlier, failed)], failed).action?.fault?.text, 'uncertain')
  })

  test('counts a redemption that is read before its failure as accepted', () => {
    const reading = confirmed()

    const state = after([answered({ pending: [redemption(400)] }, reading), lost], reading)

    assert.deepEqual(state.action, { verb: 'redeem', status: 'done' })
  })
})

describe('the state of a page', () => {
  test('drops a reading that began before the shopper changed something', () => {
    const before = after([answered()])
    const changed = after([{ type: 'accepted', shopper: 0, verb: 'cancel', at: 1 }], before)

    assert.equal(after([answered({}, before)], changed), changed)
  })

  test('says that a cancellation was sent until the status changes', () => {
    const sent = after([answered(), { type: 'started', verb: 'cancel' }, { type: 'accepted', shopper: 0, verb: 'cancel', at: 1 }])
    const [same, ended] = ['ACTIVE', 'PENDING_CANCELLATION'].map((status) => after([answered({ member: { ...membership().member!, status } }, sent)], sent))

    assert.deepEqual([sent.sentAt, same?.sentAt, ended?.sentAt, ended?.cancelledAt], ['ACTIVE', 'ACTIVE', undefined, 1])
  })

  const cents = fc.integer({ min: 1, max: 5000 })
  const event = (shopper: number) =>
    fc.oneof(
      fc.constant(answered({}, { ...initialState, shopper })),
      fc.record({ type: fc.constant('redeemed' as const), shopper: fc.constant(shopper), redemption: cents.map((amount) => redemption(amount)) }),
      fc.record({ type: fc.constant('done' as const), shopper: fc.constant(shopper) }),
      fc.record({
        type: fc.constant('failed' as const),
        shopper: fc.constant(shopper),
        fault: fc.constantFrom({ text: 'uncertain' as const }, { text: 'refused' as const }),
      }),
      fc.record({ type: fc.constant('joined' as const), shopper: fc.constant(shopper), membership: fc.constant(membership()) }),
    )
  const press: fc.Arbitrary<LoyaltyEvent> = fc.oneof(
    fc.constantFrom<LoyaltyEvent>({ type: 'redemptionOpened' }, { type: 'wentBack' }, { type: 'pageAsked' }, { type: 'pageRefused' }, { type: 'leaveAsked' }),
    cents.map((amount): LoyaltyEvent => ({ type: 'amountEntered', text: String(amount), amount: money(amount) })),
    fc.record({ type: fc.constant('redemptionConfirmed' as const), amount: cents.map(money), key: fc.uuid() }),
  )

  test('never changes by an answer for an earlier shopper', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(press, event(0))), fc.array(event(0)), (events, late) => {
        const state = after([...events, { type: 'shopperChanged' }])

        assert.equal(after(late, state), state)
        assert.equal(state.membership, undefined)
      }),
      runs(100),
    )
  })

  test('uses one key for one amount until the result is known, whatever the shopper presses', () => {
    fc.assert(
      fc.property(fc.array(press), (presses) => {
        const failed = after([lost], confirmed())

        const others = presses.filter(({ type }) => type !== 'redemptionConfirmed')
        const state = after([...others, { type: 'redemptionConfirmed', amount: money(400), key: 'second' }], failed)

        assert.equal(state.redemption.intent?.key, 'first')
      }),
      runs(100),
    )
  })

  test('confirms no amount above what can be spent', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(press, event(0)), { maxLength: 30 }), (events) => {
        const { redemption, membership: now } = after([answered(), ...events.filter(({ type }) => type !== 'redeemed')])

        assert.ok(redemption.step?.name !== 'confirm' || redemption.step.amount.cents <= now!.member!.credits.cents)
      }),
      runs(100),
    )
  })
})
