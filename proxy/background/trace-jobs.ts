import type { Handler, JobContext, Outcome } from '../jobs/handler.ts'
import { runInSpan, type Tracer } from '../telemetry/spans.ts'

/** Wraps handlers, so that each attempt of a job is a span, and the requests that it makes are parts of it. The span has the id of the report. */
export const traceJobs = (handlers: Readonly<Record<string, Handler>>, tracer: Tracer): Record<string, Handler> =>
  Object.fromEntries(
    Object.entries(handlers).map(([kind, handler]) => [
      kind,
      async (body: never, context: JobContext): Promise<Outcome> => {
        const span = tracer.startJob(`job ${kind}`, { 'storefront.job.id': context.id, 'storefront.job.kind': kind, 'storefront.job.attempt': context.attempt })
        try {
          const outcome = await runInSpan(span, () => handler(body, context))
          span.end({ 'storefront.job.state': outcome.state }, outcome.state === 'failed' ? 'failed' : undefined)
          return outcome
        } catch (error) {
          span.end({}, error instanceof Error ? error.constructor.name : 'error')
          throw error
        }
      },
    ]),
  )
