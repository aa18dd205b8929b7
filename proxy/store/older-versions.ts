/**
 * The kinds that older versions treat as `manual`, and as `keepsBody`: in their rows both columns are null. An instance of an older version that
 * is still running may add such rows to a store that is up to date.
 */
export const kindsOfOlderVersions = { manual: ['platform-refund'], keepsBody: ['platform-refund', 'claim-void', 'loyalty-event'] } as const
