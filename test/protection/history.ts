import fc from 'fast-check'

/** Variants that the demo's shop sells; the last one does not ship. */
export const [mug, poster, song] = [9800000101, 9800000102, 9800000104] as const

/** One action, with its tab and its delay in milliseconds after the previous action. */
export type Step = { tab: number; wait: number } & (
  | { do: 'switch' | 'focus' | 'open' | 'reload' | 'clear' | 'take out' | 'double' | 'thrice' | 'strip' | 'stray' | 'mend' | 'outage' | 'trouble' }
  | { do: 'order'; back: boolean }
  | { do: 'set'; variant: number; quantity: number }
  | { do: 'level'; level: number }
)

const wait = fc.oneof(fc.constantFrom(0, 20, 300, 2_000, 60_000), fc.integer({ min: 0, max: 5_000 }))
const place = { tab: fc.nat(1), wait }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ ...place, do: fc.constant('switch' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      ...place,
      do: fc.constant('set' as const),
      variant: fc.constantFrom(mug, poster, song),
      quantity: fc.constantFrom(0, 1, 2, 3, 5, 9, 60, 99),
    }),
  },
  { weight: 4, arbitrary: fc.record({ ...place, do: fc.constantFrom('focus' as const, 'take out' as const, 'open' as const, 'reload' as const) }) },
  { weight: 5, arbitrary: fc.record({ ...place, do: fc.constant('order' as const), back: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ ...place, do: fc.constantFrom('strip' as const, 'stray' as const, 'clear' as const) }) },
  // Late enough that the line that they change may exist.
  { weight: 4, arbitrary: fc.record({ tab: fc.nat(1), wait: fc.constantFrom(2_000, 10_000), do: fc.constantFrom('double' as const, 'thrice' as const) }) },
  { weight: 3, arbitrary: fc.record({ ...place, do: fc.constantFrom('outage' as const, 'trouble' as const, 'mend' as const) }) },
  { weight: 1, arbitrary: fc.record({ ...place, do: fc.constant('level' as const), level: fc.constantFrom(100, 90, 115, 150) }) },
)

/** The actions, the seed for the fate of requests (with `fast`, each takes the same short time), and the currency, by default US dollars. */
export interface History {
  steps: Step[]
  luck: number
  fast: boolean
  currency?: string
}

/** Histories of a shopper, their theme, the network and the service. */
export const histories: fc.Arbitrary<History> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 16 }),
  luck: fc.integer(),
  fast: fc.boolean(),
  currency: fc.constantFrom('USD', 'JPY', 'KWD'),
})

/** Histories that went wrong once. */
export const once: History[] = [
  // Bought, and then too dear to be sold.
  {
    steps: [
      { tab: 0, wait: 0, do: 'set', variant: mug, quantity: 99 },
      { tab: 0, wait: 0, do: 'set', variant: poster, quantity: 60 },
      { tab: 0, wait: 60_000, do: 'switch' },
      { tab: 0, wait: 0, do: 'level', level: 150 },
      { tab: 0, wait: 0, do: 'outage' },
    ],
    luck: 0,
    fast: true,
  },
  // Too dear in one tab, and bought in the other.
  {
    steps: [
      { tab: 0, wait: 300, do: 'set', variant: mug, quantity: 9 },
      { tab: 0, wait: 0, do: 'switch' },
      { tab: 1, wait: 300, do: 'set', variant: mug, quantity: 0 },
      { tab: 1, wait: 160, do: 'focus' },
      { tab: 1, wait: 0, do: 'switch' },
      { tab: 0, wait: 0, do: 'open' },
    ],
    luck: 0,
    fast: true,
  },
  // The same, and the goods change before the other tab looks.
  {
    steps: [
      { tab: 0, wait: 2_000, do: 'set', variant: mug, quantity: 3 },
      { tab: 0, wait: 0, do: 'switch' },
      { tab: 1, wait: 60_000, do: 'set', variant: mug, quantity: 60 },
      { tab: 1, wait: 2_000, do: 'switch' },
      { tab: 0, wait: 80, do: 'set', variant: mug, quantity: 0 },
    ],
    luck: 0,
    fast: true,
  },
  // Switched on again in one tab, at a price beyond the limit that was agreed to in the other.
  {
    steps: [
      { tab: 0, wait: 160, do: 'switch' },
      { tab: 1, wait: 60_000, do: 'set', variant: mug, quantity: 60 },
      { tab: 1, wait: 2_000, do: 'switch' },
      { tab: 0, wait: 80, do: 'set', variant: mug, quantity: 5 },
    ],
    luck: 0,
    fast: true,
  },
]
