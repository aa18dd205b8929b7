import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { ZodError, ZodType } from 'zod'
import type { Endpoint, Endpoints, InputOf, OutputOf } from '../../src/contract/endpoint.ts'
import { Refusal } from './problems.ts'

/**
 * Fastify's own validator and serializer of JSON Schema are 200 modules, which it loads at the start unless it is given others. No route has such a
 * schema: `serve` checks inputs and serializes answers.
 */
export const noSchemaCompilers: FastifyServerOptions['schemaController'] = {
  compilersFactory: { buildValidator: () => refuseSchema, buildSerializer: () => refuseSchema },
}

const refuseSchema = () => {
  throw new TypeError('Routes have no JSON Schema here.')
}

/** An answer whose status is not the endpoint's usual one. */
export class Answer<Output> {
  constructor(
    readonly status: number,
    readonly body: Output,
  ) {}
}

type Awaitable<Value> = Value | Promise<Value>

/** One function per verb. It receives the checked input, and the result of `context` for the request. */
export type Handlers<Table, Context = unknown> = {
  readonly [Verb in keyof Table]: Table[Verb] extends Endpoint<never, unknown>
    ? (input: InputOf<Table[Verb]>, context: Context) => Awaitable<OutputOf<Table[Verb]> | Answer<OutputOf<Table[Verb]>>>
    : never
}

/** The options of {@link serve}. */
export interface ServeOptions<Table, Context> {
  /** The input schema of each verb. The schema decides whether fields that it does not name are dropped or kept. */
  inputs: { readonly [Verb in keyof Table]: ZodType }
  handlers: Handlers<Table, Context>
  /** Makes what handlers need to know of a request besides its input: the caller and the address. Runs before the input is checked. */
  context: (request: FastifyRequest, reply: FastifyReply) => Awaitable<Context>
  /** Makes the error for an invalid input, from one line per issue, the field first. */
  refuse?: (lines: string[]) => Error
  /** Converts an input with other field names. */
  read?: (input: Record<string, unknown>) => Record<string, unknown>
  /** Puts the envelope around an answer. */
  wrap?: (output: unknown) => unknown
  /** The most bytes of a body; absent: the limit of the app. */
  bodyLimit?: number
}

/** Serves the API that `table` describes: reads and checks the input of each verb, calls its handler, and answers. */
export function serve<Table extends Endpoints, Context>(app: FastifyInstance, table: Table, options: ServeOptions<Table, Context>) {
  const { inputs, handlers, context, refuse = refuseInvalid, read = (input) => input, wrap = (output) => output, bodyLimit } = options
  for (const [verb, { method, path, status = 200 }] of Object.entries(table)) {
    const schema = inputs[verb]
    const handle = handlers[verb] as ((input: unknown, context: Context) => unknown) | undefined
    if (!schema || !handle) throw new TypeError(`${verb} has ${schema ? 'no handler' : 'no input schema'}`)
    app.route({
      method,
      url: path,
      ...(bodyLimit !== undefined && { bodyLimit }),
      handler: async (request, reply) => {
        const from = await context(request, reply)
        const body: unknown = request.body ?? {}
        if (typeof body !== 'object' || Array.isArray(body)) throw refuse(['body has to be a JSON object'])
        const query = method === 'GET' || method === 'DELETE' ? (request.query as object) : {}
        const input = schema.safeParse(read({ ...query, ...body, ...(request.params as object) }))
        if (!input.success) throw refuse(linesOf(input.error))
        const output = await handle(input.data, from)
        const answer: Answer<unknown> = output instanceof Answer ? output : new Answer<unknown>(status, output)
        reply.code(answer.status).type('application/json; charset=utf-8')
        return reply.send(JSON.stringify(wrap(answer.body) ?? {}))
      },
    })
  }
}

/** Returns one line per issue, the field first. */
export const linesOf = (error: ZodError) => error.issues.map(({ path, message }) => `${path.join('.') || 'body'} ${message}`)

const refuseInvalid = (lines: string[]) => new Refusal('invalid-request', `Check ${lines[0] ?? 'the request'}.`, { errors: lines })
