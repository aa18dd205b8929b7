import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { loyalty } from '../../src/contract/loyalty.ts'
import { programOfferSchema } from '../../src/contract/loyalty.schema.ts'
import { startStack, type Stack } from '../stack.ts'

let stack: Stack
before(async () => (stack = await startStack()))
after(() => stack.stop())
afterEach(() => stack.mend())

const readProgram = (from = stack) => from.browser(loyalty).getProgram({})

describe('getProgram', () => {
  test('shows the programme to people who are not signed in (A115)', async () => {
    const offer = await readProgram()

    assert.deepEqual(programOfferSchema.strict().parse(offer), offer)
    assert.equal(offer.program?.name, 'Kiln & Paper')
    assert.deepEqual(
      offer.tiers.map(({ name, benefits = [] }) => [name, benefits.find(({ type }) => type === 'ORDER_CREDITS')?.percent]),
      [
        ['Member', 2],
        ['Silver', 3],
        ['Gold', 5],
        ['Platinum', 8],
      ],
    )
    assert.ok(offer.campaigns.some(({ name }) => name === 'Double credits weekend'))
    assert.equal(new Set(offer.campaigns.map(({ id }) => id)).size, offer.campaigns.length)
  })

  test('shows the tiers without their benefits if these cannot be read', async () => {
    const own = await startStack()
    try {
      await own.fault({ match: { path: '*/benefits' }, status: 500 })

      const { tiers } = await readProgram(own)

      assert.equal(tiers.length, 4)
      assert.ok(tiers.every(({ benefits }) => benefits === undefined))
    } finally {
      await own.stop()
    }
  })

  test('shows the colour and the picture of a tier (A114)', async () => {
    const own = await startStack()
    try {
      const tiers = [
        { id: 'a', name: 'A', cardColor: '#A1b2C3', cardImageUrl: 'https://img.example.com/a.png?v=1' },
        { id: 'b', name: 'B', colour: 'url(//evil.example)', image: 'http://img.example.com/b.png' },
        { id: 'c', name: 'C', color: '#12', image: 'javascript:alert(1)' },
      ]
      await own.fault({ match: { path: '*/admin/tiers' }, body: { message: 'ok', data: tiers } })

      const offer = await readProgram(own)

      const art = offer.tiers.map(({ color, image }) => ({ color, image }))
      assert.deepEqual(art, [
        { color: '#A1b2C3', image: 'https://img.example.com/a.png?v=1' },
        ...Array<object>(2).fill({ color: undefined, image: undefined }),
      ])
    } finally {
      await own.stop()
    }
  })
})
