/**
 * What the versions before meant by a kind: their rows have `manual` and `keeps_body` null. They may still be added to a store that is up to
 * date, by an instance that nobody has stopped.
 */
export const kindsOfOlderRows = { manual: ['platform-refund'], keepsBody: ['platform-refund', 'claim-void', 'loyalty-event'] } as const
