/** Random choices that can be repeated: the same seed gives the same choices. */
export interface Chance {
  readonly seed: number
  /** A number from 0 (included) to 1 (excluded). */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  /** True with this probability. */
  happens(share: number): boolean
  one<Item>(items: readonly Item[]): Item
  /** The same items in another order. */
  shuffled<Item>(items: readonly Item[]): Item[]
}

/** Creates a source of random choices (mulberry32). */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    seed,
    next,
    whole,
    happens: (share) => next() < share,
    one: (items) => items[whole(0, items.length - 1)]!,
    shuffled: (items) =>
      items
        .map((item) => ({ item, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
  }
}
