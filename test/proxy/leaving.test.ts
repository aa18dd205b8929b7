import assert from 'node:assert/strict'
import { beforeEach, describe, test, before, after } from 'node:test'
import { startPostgres } from '../postgres.ts'
import { startStack, type Stack } from '../stack.ts'
import { questionsOf } from './questions.ts'
import { refusalOf } from './refusals.ts'

const [mira, jonas, aiko] = ['700100200301', '700100200302', '700100200303'] as const
const asked = 'POST /loyalty/v2.0/admin/members/:id/cancellation'

describe('endMembership', () => {
  let stack: Stack
  before(async () => (stack = await startStack()))
  after(() => stack.stop())
  beforeEach(() => stack.mend())

  const statusOf = async (id: string) => {
    const { members } = await stack.state<{ members: { customerId: string; status: string }[] }>('members')
    return members.find(({ customerId }) => customerId === id)?.status
  }

  test('ends a membership by its number and e-mail address, in any case of letters, and calls the service once', async () => {
    const before = await questionsOf(stack, asked)

    const first = await stack.backend.endMembership({ memberId: mira, email: ' Mira@Example.com'.trim(), reason: 'Moving abroad' })
    const again = await stack.backend.endMembership({ memberId: mira, email: 'mira@example.com' })

    assert.deepEqual(first, { status: 'PENDING_CANCELLATION', repeated: false })
    assert.deepEqual(again, { status: 'PENDING_CANCELLATION', repeated: true })
    assert.equal(await questionsOf(stack, asked), before + 1)
  })

  test('refuses a wrong address with the same response as an unknown number', async () => {
    const other = await refusalOf(stack.backend.endMembership({ memberId: aiko, email: 'mira@example.com' }), 'not-found')
    const nobody = await refusalOf(stack.backend.endMembership({ memberId: jonas, email: 'jonas@example.com' }), 'not-found')

    assert.deepEqual(other, nobody)
    assert.equal(await statusOf(aiko), 'PENDING_CANCELLATION')
  })

  test('limits the attempts of addresses for one number, whether the number exists or not', async () => {
    for (const memberId of ['700100200304', '700100200999']) {
      for (const name of 'abcdefghij') await refusalOf(stack.backend.endMembership({ memberId, email: `${name}@example.com` }), 'not-found')
      await refusalOf(stack.backend.endMembership({ memberId, email: 'noor@example.com' }), 'rate-limited')
    }
    assert.equal(await statusOf('700100200304'), 'ACTIVE')
  })

  test('does not count an attempt when the service is unavailable', async () => {
    const who = { memberId: '700100200998', email: 'a@example.com' }
    for (let misses = 0; misses < 9; misses++) await refusalOf(stack.backend.endMembership(who), 'not-found')
    await stack.fault({ match: { path: '/loyalty' }, status: 500 })
    await refusalOf(stack.backend.endMembership(who), 'upstream-unavailable')
    await stack.mend()

    await refusalOf(stack.backend.endMembership(who), 'not-found')
    await refusalOf(stack.backend.endMembership(who), 'rate-limited')
  })
})

test('endMembership responds with not-configured if no loyalty service is set up', async (t) => {
  const stack = await startStack({ settings: { LOYALTY_BASE_URL: undefined, LOYALTY_API_KEY: undefined } })
  t.after(() => stack.stop())

  await refusalOf(stack.backend.endMembership({ memberId: mira, email: 'mira@example.com' }), 'not-configured')
})

test('endMembership counts attempts across all instances that share a database', async (t) => {
  const postgres = await startPostgres()
  t.after(() => postgres.stop())
  const instances: Stack[] = []
  t.after(() => Promise.all(instances.map((stack) => stack.stop())))
  for (let started = 0; started < 2; started += 1) instances.push(await startStack({ settings: { DATABASE_URL: postgres.url } }))
  const miss = (index: number) => instances[index % 2]!.backend.endMembership({ memberId: jonas, email: `${index}@example.com` })

  for (let attempt = 0; attempt < 10; attempt += 1) await refusalOf(miss(attempt), 'not-found')

  for (const index of [0, 1]) await refusalOf(miss(index), 'rate-limited')
})
