import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startServices } from '../conformance/stand-ins/start.ts'
import { anyStep, newMerchant, outcomeOf, type Step } from './merchant-steps.ts'
import { runs } from './runs.ts'

/** The two merchants: what they sign with, where their orders are tracked, and what each writes into every text. */
const accounts = {
  'kiln-and-paper': { mark: 'kiln’s own', track: '/track', keys: { loyaltyKey: 'kiln-loyalty-key', protectionKey: 'kiln-protection-key' } },
  'moss-and-tin': { mark: 'moss’s own', track: '/track/moss-and-tin', keys: { loyaltyKey: 'moss-loyalty-key', protectionKey: 'moss-protection-key' } },
} as const
type Name = keyof typeof accounts

const start = Date.parse('2026-03-04T12:00:00Z')
let time = start
const { address, control } = await startServices({
  ...accounts['kiln-and-paper'].keys,
  neighbour: accounts['moss-and-tin'].keys,
  deliveries: { timeoutMs: 1_000, waitsMs: [] },
  now: () => new Date(time),
})

/** Has them do that, one step after another, and tells for each what they were answered and what is held of theirs in the end. */
async function transcriptsOf(steps: readonly { of: Name; step: Step }[]): Promise<Record<Name, string>> {
  time = start
  await control('POST', 'reset')
  const merchant = (name: Name) => newMerchant(accounts[name].mark, address, accounts[name].track, accounts[name].keys)
  const merchants = { 'kiln-and-paper': merchant('kiln-and-paper'), 'moss-and-tin': merchant('moss-and-tin') }
  const answers: Record<Name, unknown[]> = { 'kiln-and-paper': [], 'moss-and-tin': [] }
  for (const { of, step } of steps) answers[of].push(await outcomeOf(step, merchants[of], merchants[other(of)]))
  // All that was taken in has taken effect by then.
  time += 40 * 86_400_000
  const end = async (name: Name) => {
    const { requests: _, faults: __, deliveries: ___, totals: ____, ...held } = (await control('GET', `state?merchant=${name}`)).body as Record<string, unknown>
    return withoutChance(JSON.stringify([answers[name], held]))
  }
  return { 'kiln-and-paper': await end('kiln-and-paper'), 'moss-and-tin': await end('moss-and-tin') }
}

const other = (name: Name): Name => (name === 'kiln-and-paper' ? 'moss-and-tin' : 'kiln-and-paper')

/** The same text with every id, token and code that is drawn by chance named by its first appearance. */
function withoutChance(text: string): string {
  const names = new Map<string, string>()
  return text.replace(/\$pq\$[^"\\]+|REDEEM\+\d+|quote_[0-9a-f]+|[\w-]+\.[\w-]+\.[\w-]{20,}|[\w-]{32,}/g, (chance) => {
    if (!names.has(chance)) names.set(chance, `<${names.size}>`)
    return names.get(chance)!
  })
}

test('two merchants, doing anything in any order, are each answered as if they were alone, and neither sees or changes what is the other’s', async () => {
  const anySteps = fc.array(fc.record({ of: fc.constantFrom<Name>('kiln-and-paper', 'moss-and-tin'), step: anyStep }), {
    minLength: 10,
    maxLength: 60,
    size: 'max',
  })
  const apart = fc.asyncProperty(anySteps, async (steps) => {
    const together = await transcriptsOf(steps)
    for (const name of Object.keys(accounts) as Name[]) {
      const alone = await transcriptsOf(steps.filter(({ of }) => of === name))
      // Texts first: they are long, and nearly always the same.
      if (together[name] !== alone[name]) assert.deepEqual(JSON.parse(together[name]), JSON.parse(alone[name]))
      assert.ok(!together[name].includes(accounts[other(name)].mark), `${name} sees a text of ${other(name)}`)
      assert.ok(!together[name].includes(other(name)), `${name} sees the name of ${other(name)}`)
    }
  })
  await fc.assert(apart, runs(2))
})
