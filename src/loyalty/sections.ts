/** The sections of the panel, in their usual order. */
const names = ['membership', 'tiers', 'benefits', 'campaigns', 'history'] as const

/** A section of the panel. */
export type Section = (typeof names)[number]

/** The sections that an attribute names, in its order; all sections if it names none. */
export function sectionsOf(attribute: string): readonly Section[] {
  const named = attribute.split(/[\s,]+/).filter((name): name is Section => (names as readonly string[]).includes(name))
  return named.length ? [...new Set(named)] : names
}
