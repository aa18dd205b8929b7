/** The proxy's response to a request that failed (RFC 9457). */
export interface Problem {
  type: string
  title: string
  status: number
  /** Stable. Programs branch on it. */
  code: ProblemCode
  /** One sentence for people: what is wrong, and what to do. */
  detail: string
  /** One line for each invalid field, with the field first. Messages of a service are passed on as they are. */
  errors?: string[]
  /** Seconds until the next attempt makes sense. */
  retry_after?: number
}

/** Every code with its status and title. A code never changes its meaning. */
export const problems = {
  'invalid-request': [400, 'The request is not well formed'],
  'idempotency-key-required': [400, 'An Idempotency-Key header is needed'],
  'session-required': [401, 'Nobody is signed in'],
  'session-expired': [401, 'The session has ended'],
  'assertion-refused': [401, 'The proof of identity was not accepted'],
  'key-required': [401, 'A valid key is needed'],
  'origin-not-allowed': [403, 'This origin may not call the proxy'],
  'not-allowed': [403, 'This person may not do this'],
  'client-header-required': [403, 'The request lacks the client header'],
  'not-found': [404, 'Nothing was found'],
  'not-configured': [404, 'This is not switched on here'],
  'idempotency-conflict': [409, 'Another request is open'],
  'body-too-large': [413, 'The body is too large'],
  'media-type-not-supported': [415, 'Only JSON is understood'],
  'invalid-value': [422, 'A value cannot be accepted'],
  'not-eligible': [422, 'This is not possible here'],
  'idempotency-mismatch': [422, 'The key was used for another request'],
  'upstream-refused': [422, 'The service refused'],
  'rate-limited': [429, 'Too many attempts'],
  internal: [500, 'Something went wrong here'],
  'upstream-unavailable': [503, 'The service cannot be reached'],
  overloaded: [503, 'Too busy right now'],
} as const satisfies Record<string, readonly [status: number, title: string]>

/** The stable code of a problem. */
export type ProblemCode = keyof typeof problems
