import Fastify, { type FastifyInstance } from 'fastify'
import { readConfig } from '../../proxy/config/config.ts'
import { serve, type Handlers } from '../../proxy/http/serve.ts'
import { catalogue, type Family } from '../../proxy/upstream/catalogue.ts'
import { inNaming, toInsuredNaming, type ProtectionNaming } from '../../proxy/upstream/naming.ts'
import { createClaims, createServices, type Services } from '../../proxy/upstream/services.ts'
import { readSettings } from '../../demo/settings.ts'

/** One request as it arrived. */
export interface Received {
  verb: string
  /** What the handler was given. */
  input: unknown
  /** The words on the wire. */
  body: unknown
}

type Call = (input: unknown) => Promise<unknown>

/** A server that plays every operation of the catalogue, records each request, and gives the answers that a test has set; with the clients that call it. */
export interface Recorder {
  /** The typed client of each family, its operations by their verbs. */
  clients: Record<keyof typeof catalogue, Record<string, Call>>
  received: Received[]
  /** What it answers from now on. */
  answer: unknown
  stop(): Promise<void>
}

const prefixes = { loyalty: '/loyalty', loyaltyStorefront: '/loyalty', protection: '/protection/api/v1', track: '/track', claims: '/claims' }

export async function startRecorder(naming: ProtectionNaming = 'insured'): Promise<Recorder> {
  // Ids may be 255 characters long, each of which takes up to nine in a path.
  const app = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 4096 }, bodyLimit: 1_048_576 })
  const recorder: Pick<Recorder, 'received' | 'answer'> = { received: [], answer: undefined }
  for (const [name, family] of Object.entries(catalogue) as [keyof typeof catalogue, Family][]) {
    await app.register(async (scope) => play(scope, name, family, naming, recorder), { prefix: prefixes[name] })
  }
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const services = createServices(
    readConfig({
      ...readSettings({}),
      LOYALTY_BASE_URL: `${address}/loyalty`,
      PROTECTION_BASE_URL: `${address}/protection/api/v1`,
      PROTECTION_NAMING: naming,
      TRACK_BASE_URL: `${address}/track`,
    }),
  )
  return Object.assign(recorder, {
    clients: clientsOf(services, address),
    async stop() {
      await Promise.all([...services.transports.values()].map((transport) => transport.close()))
      await app.close()
    },
  })
}

function play(app: FastifyInstance, name: keyof typeof catalogue, family: Family, naming: ProtectionNaming, recorder: Pick<Recorder, 'received' | 'answer'>) {
  const bodies = new WeakMap<object, unknown>()
  const handlers = Object.fromEntries(
    Object.keys(family.operations).map((verb) => [
      verb,
      (input: unknown, request: object) => {
        recorder.received.push({ verb, input, body: bodies.get(request) })
        return recorder.answer
      },
    ]),
  ) as Handlers<Record<string, never>, object>
  const isProtection = name === 'protection'
  serve(app, isProtection ? inNaming(family.operations, naming) : family.operations, {
    inputs: family.inputs,
    handlers,
    context: (request) => {
      bodies.set(request, request.body)
      return request
    },
    refuse: (lines) => Object.assign(new Error(lines.join('; ')), { statusCode: 422 }),
    ...(isProtection && { read: (input) => toInsuredNaming(input) as Record<string, unknown> }),
    ...(name.startsWith('loyalty') && { wrap: (data: unknown) => ({ message: 'ok', data }) }),
  })
}

function clientsOf({ loyalty, protection, track }: Services, address: string): Recorder['clients'] {
  const claims = createClaims(`${address}/claims`, 'claims-key')
  return { loyalty: loyalty!.admin, loyaltyStorefront: loyalty!.storefront, protection: protection!, track: track!, claims } as unknown as Recorder['clients']
}
