import { ResponseError } from '../../contract/client.ts'

/** Nobody answered, or only to say that the service cannot be reached, or something else on the way did: asking again may help. */
export const isOutage = (problem: unknown) =>
  problem instanceof ResponseError ? problem.status >= 500 : problem instanceof TypeError || problem instanceof SyntaxError

/** Nobody knows of such an order, or not yet. */
export const isMiss = (problem: unknown) => problem instanceof ResponseError && problem.problem.code === 'not-found'

/** Tracking is not switched on here, or not for this page's origin, or no proxy is there at all: neither asking again helps nor another proof. */
export const isOff = (problem: unknown) => problem instanceof ResponseError && !isMiss(problem) && (problem.status === 403 || problem.status === 404)
