/**
 * Whether sweeps visit every state: `npm run test:long` does. `npm test` visits the states that a sweep names for its short form: each kind of
 * state at least once.
 */
export const isLongForm: boolean = !!process.env.PROPERTIES_FACTOR
