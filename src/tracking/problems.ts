import { ResponseError } from '../contract/client.ts'

/** Nobody answered, or only to say that the service cannot be reached: asking again may help. */
export const isOutage = (problem: unknown) => (problem instanceof ResponseError ? problem.status >= 500 : problem instanceof TypeError)

/** Tracking is not switched on here, or not for this page's origin: neither asking again helps nor another proof. */
export const isOff = (problem: unknown) => problem instanceof ResponseError && (problem.status === 403 || problem.problem.code === 'not-configured')

/** Nobody knows of such an order, or not yet. */
export const isMiss = (problem: unknown) => problem instanceof ResponseError && problem.status === 404 && !isOff(problem)
