import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ResponseError } from '../../src/contract/client.ts'
import { problems, type Problem, type ProblemCode } from '../../src/contract/problem.ts'

/** Thrown by a route that refuses a request; becomes the {@link Problem} with this code. */
export class Refusal extends Error {
  readonly errors: string[] | undefined
  /** Seconds. */
  readonly retryAfter: number | undefined

  /** `detail` goes to the caller: what is wrong and what to do. The cause goes to the log only. */
  constructor(
    readonly code: ProblemCode,
    detail: string,
    options: { errors?: string[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause })
    this.errors = options.errors
    this.retryAfter = options.retryAfter
  }
}

/** The detail of `upstream-unavailable` if a service fails, or its answer is unusable. */
export const serviceFails = 'The service cannot be used right now. Try again in a while.'

/** The detail of `body-too-large`. */
export const bodyTooLarge = 'The body is larger than this route takes. Send less in one request.'

/** Makes the body of a problem (RFC 9457). */
export function toProblem({ code, message, errors, retryAfter }: Refusal): Problem {
  const [status, title] = problems[code]
  return { type: 'about:blank', title, status, code, detail: message, ...(errors && { errors }), ...(retryAfter !== undefined && { retry_after: retryAfter }) }
}

/** Turns any error into a {@link Refusal}, the only kind that callers see. Details of unexpected errors go only to the log. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof ResponseError) return fromService(error)
  const { code, statusCode } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('body-too-large', bodyTooLarge, { cause: error })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('media-type-not-supported', 'Send the body as application/json.', { cause: error })
  if (code === 'FST_UNDER_PRESSURE') return new Refusal('overloaded', 'Try again in some seconds.', { retryAfter: 5, cause: error })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal('invalid-request', 'The request cannot be read. Check its path, headers and body.', { cause: error })
  return new Refusal('internal', 'The proxy failed; its log has the cause. Try again later.', { cause: error })
}

/** Turns an error of a service into a refusal, unless a route has handled it before, for example a 404. */
function fromService(error: ResponseError): Refusal {
  const { status } = error
  if (status === 400 || status === 404 || status === 409 || status === 422) {
    return new Refusal('upstream-refused', 'The service did not accept this.', { errors: serviceWords(error), cause: error })
  }
  return new Refusal('upstream-unavailable', serviceFails, { cause: error })
}

/** Reads the words of a service’s refusal: `message`, else `errors[]`, else `error` (A3); protection has only `error[]` (A61). */
export function serviceWords({ problem }: ResponseError): string[] {
  const { error, errors, message } = problem as { error?: unknown; errors?: unknown; message?: unknown }
  const texts = [message, errors, error].map((words) => [words].flat().filter((one): one is string => typeof one === 'string' && one.trim() !== ''))
  return (texts.find((words) => words.length > 0) ?? []).map((words) => words.slice(0, 500)).slice(0, 50)
}

/** Answers an error as a problem; logs it with its cause if its status is 500 or more. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error)
  const problem = toProblem(refusal)
  if (problem.status >= 500) request.log.error({ err: refusal.cause ?? refusal, code: refusal.code }, 'request failed')
  if (refusal.retryAfter !== undefined) reply.header('Retry-After', String(refusal.retryAfter))
  return reply.code(problem.status).header('Cache-Control', 'no-store').type('application/problem+json').send(JSON.stringify(problem))
}

/** Answers every error of the app as a problem, also requests to unknown addresses. */
export function answerWithProblems(app: FastifyInstance) {
  app.setErrorHandler(answerProblem)
  app.setNotFoundHandler((request, reply) => answerProblem(new Refusal('not-found', 'There is nothing at this address.'), request, reply))
}
