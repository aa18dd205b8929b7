/** Levels that an input may have. No operation's goes nearly as deep; a deeper one would exhaust whoever walks through it. */
export const deepest = 64

/** Whether a value has more levels of lists and objects than that. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNesting)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === deepest) return true
    level = level.flatMap((one) => Object.values(one).filter(isNesting))
  }
  return false
}

const isNesting = (value: unknown): value is object => typeof value === 'object' && value !== null
