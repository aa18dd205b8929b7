import { AsyncLocalStorage } from 'node:async_hooks'

/** The attributes of a span, with the names of OpenTelemetry's conventions. No attribute may describe a person, an order or a cart. */
export type SpanAttributes = Readonly<Record<string, string | number>>

/** A piece of work, as the operator's tracing shows it. */
export interface Span {
  /** Finds the span in log lines. */
  readonly ids: { trace_id: string; span_id: string }
  /** Tells a service whose request this is: `traceparent` (https://www.w3.org/TR/trace-context/). */
  readonly headers: Readonly<Record<string, string>>
  /** Starts the span of a request to a service that is part of this one. */
  startCall(name: string, attributes: SpanAttributes): Span
  /** Ends the span. `failure` is the kind of a failure, such as a status or a code, and never a message. */
  end(attributes?: SpanAttributes, failure?: string): void
}

/** Starts the spans that belong to no other span of this proxy. */
export interface Tracer {
  /** Starts the span of a request to this proxy. `traceparent` names the trace to which it belongs, and whether that is recorded. */
  startRequest(name: string, traceparent: string | undefined): Span
  /** Starts the span of an attempt of a job. */
  startJob(name: string, attributes: SpanAttributes): Span
  /** Sends what has not been sent yet, for three seconds at most. */
  close(): Promise<void>
}

const current = new AsyncLocalStorage<Span>()

/** The span of which the running work is part; undefined if none is recorded. */
export const currentSpan = (): Span | undefined => current.getStore()

/** Runs work as part of a span. */
export const runInSpan = <Result>(span: Span, work: () => Result): Result => current.run(span, work)
