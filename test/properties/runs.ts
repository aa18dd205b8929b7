/**
 * How often a property is tried. The values are the same each time, so that a test that passed passes again;
 * `PROPERTIES_SEED` takes others, `PROPERTIES_FACTOR` takes that many times more.
 */
export function runs(times: number): { seed: number; numRuns: number } {
  const { PROPERTIES_SEED = '20261121', PROPERTIES_FACTOR = '1' } = process.env
  return { seed: Number(PROPERTIES_SEED), numRuns: times * Number(PROPERTIES_FACTOR) }
}
