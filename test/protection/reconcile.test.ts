import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Quote } from '../../src/contract/protection.ts'
import { sameMoney, type Money } from '../../src/money.ts'
import type { CartContent, Change, ProtectionLine } from '../../src/protection/carts/cart.ts'
import { holds, reconcile } from '../../src/protection/reconcile.ts'
import { runs } from '../properties/runs.ts'

const hour = 3_600_000
// Few values each, so that lines and quotes match about as often as not.
const money = fc.record({ cents: fc.constantFrom(150, 175, 2400, 6200), currency: fc.constantFrom('USD', 'EUR') })
const expiry = fc.constantFrom(-hour, hour).map((distance) => new Date(Date.now() + distance).toISOString())
const token = fc.constantFrom('one', 'two', 'three')
const quote: fc.Arbitrary<Quote> = fc.record({ token, price: money, amount: money, expires_at: expiry })
const line: fc.Arbitrary<Omit<ProtectionLine, 'key'>> = fc.record({
  quantity: fc.integer({ min: 1, max: 3 }),
  price: money,
  token: fc.option(token, { nil: undefined }),
  terms: fc.option(fc.record({ amount: money, price: money, expires_at: expiry }), { nil: undefined }),
  recurring: fc.boolean(),
})
const cart: fc.Arbitrary<CartContent> = fc.record({
  empty: fc.constant(false),
  shippable: fc.option(money, { nil: null }),
  lines: fc.array(line, { maxLength: 4 }).map((lines) => lines.map((one, index) => ({ ...one, key: `line ${index}` }))),
})
const wanted = fc.boolean()

/** Applies the changes as the shop does. */
function apply(content: CartContent, changes: Change[]): CartContent {
  let lines = content.lines
  for (const change of changes) {
    if ('add' in change) {
      const { token, price, amount, expires_at } = change.add
      lines = [...lines, { key: 'added', quantity: 1, price, token, terms: { amount, price, expires_at } }]
    } else {
      lines = lines.map((one) => (one.key === change.key ? { ...one, quantity: change.quantity } : one)).filter(({ quantity }) => quantity > 0)
    }
  }
  return { ...content, lines }
}

/** The terms for which a line was bought, if they are known. */
const boughtFor = ({ token, terms }: ProtectionLine, current: Quote | undefined) => (token === current?.token ? current : token && terms)

/** Whether a line is right for that amount, by all that is known. */
const isRight = (one: ProtectionLine, amount: Money | null, current: Quote | undefined) => {
  const bought = boughtFor(one, current) || undefined
  return !one.recurring && holds(bought, amount) && sameMoney(bought!.price, one.price!) && (!current || sameMoney(one.price!, current.price))
}

describe('the protection line', () => {
  test('is in the cart once if it is wanted, something ships and a quote for that amount is valid', () => {
    fc.assert(
      fc.property(cart, wanted, quote, (content, on, offered) => {
        fc.pre(on && holds(offered, content.shippable))

        const { lines } = apply(content, reconcile(content, on, offered))

        assert.equal(lines.length, 1)
        assert.equal(lines[0]!.quantity, 1)
        assert.ok(sameMoney(lines[0]!.price!, offered.price))
        assert.ok(isRight(lines[0]!, content.shippable, offered))
      }),
      runs(2_000),
    )
  })

  test('is not in the cart if it is not wanted or nothing ships', () => {
    fc.assert(
      fc.property(cart, wanted, fc.option(quote, { nil: undefined }), (content, on, offered) => {
        fc.pre(!on || content.shippable === null)

        assert.deepEqual(apply(content, reconcile(content, on, offered)).lines, [])
      }),
      runs(2_000),
    )
  })

  test('stays while the service is down, but only if it covers exactly what ships', () => {
    fc.assert(
      fc.property(cart, (content) => {
        const { lines } = apply(content, reconcile(content, true, undefined))

        const right = content.lines.filter((one) => isRight(one, content.shippable, undefined))
        assert.equal(lines.length, Math.min(right.length, 1))
        for (const { key, quantity } of lines) assert.ok(quantity === 1 && right.some((one) => one.key === key))
      }),
      runs(2_000),
    )
  })

  test('takes no more changes than there are faults in the cart', () => {
    fc.assert(
      fc.property(cart, wanted, fc.option(quote, { nil: undefined }), (content, on, offered) => {
        const changes = reconcile(content, on, offered)

        const current = holds(offered, content.shippable) ? offered : undefined
        const right = on ? content.lines.filter((one) => isRight(one, content.shippable, current)) : []
        // All lines but one are removed; a line with a quantity above one stays only if there is no better one.
        const repaired = right.length > 0 && right.every(({ quantity }) => quantity !== 1) ? 1 : 0
        const added = on && current && right.length === 0 ? 1 : 0
        assert.equal(changes.length, content.lines.length - Math.min(right.length, 1) + repaired + added)
      }),
      runs(5_000),
    )
  })

  test('is right after one run: a second run makes no changes', () => {
    fc.assert(
      fc.property(cart, wanted, fc.option(quote, { nil: undefined }), (content, on, offered) => {
        const once = apply(content, reconcile(content, on, offered))

        assert.deepEqual(reconcile(once, on, offered), [])
      }),
      runs(5_000),
    )
  })
})
