import type { FastifyInstance, FastifyReply } from 'fastify'
import { consoleActions, consoleReads, consoleSignIn, type Person } from '../../console/contract/console.ts'
import type { Config } from '../config/config.ts'
import type { ConsoleConfig } from '../config/console-settings.ts'
import { addStrictJsonParser } from '../http/json.ts'
import { answerWithProblems, Refusal } from '../http/problems.ts'
import { createRateLimiter } from '../http/rate-limiter.ts'
import { serve } from '../http/serve.ts'
import type { Membership } from '../routes/membership/register-membership.ts'
import type { Services } from '../upstream/services.ts'
import { auditRoutes } from './audit-routes.ts'
import { claimRoutes } from './claim-routes.ts'
import { consoleInputs } from './console.schema.ts'
import { figureRoutes } from './figure-routes.ts'
import { secureConsole, serveConsoleFiles } from './files.ts'
import { requireHost, requireOwnOrigin, requireOwnPage } from './guard.ts'
import { healthRoutes, type HealthParts } from './health-routes.ts'
import { servePreview } from './preview.ts'
import { reportRoutes } from './report-routes.ts'
import { searchRoutes, type SearchParts } from './search-routes.ts'
import { createConsoleSessions } from './session.ts'

interface ConsoleParts extends Omit<SearchParts, 'trackPageUrl' | 'services'>, Omit<HealthParts, 'config' | 'services'> {
  services: Services
  /** The proxy that shoppers use. */
  app: FastifyInstance
  config: Config
  settings: ConsoleConfig
  /** Absent: no loyalty service is set up. */
  membership: Membership
  /** The folder of the built page; absent: only the API is served. */
  files: string | undefined
  /** The folder of the built widgets; absent: the configurator shows none. */
  widgets: string | undefined
}

/** What signing in and out needs of a request. */
interface SignInContext {
  address: string
  reply: FastifyReply
}

/** Sign-ins that one network may try in a minute. */
const signInsPerMinute = 20

/** Serves the console on the operator's port: the page, and the API that only the page may call. */
export async function registerConsole(operator: FastifyInstance, parts: ConsoleParts) {
  const { app, config, settings, queue, sealer, membership, files, widgets } = parts
  const shop = config.allowedOrigins[0] ?? config.publicUrl
  const sessions = createConsoleSessions(settings, sealer)
  const countSignIn = createRateLimiter(signInsPerMinute)
  operator.get('/', (_, reply) => reply.redirect('/console/'))
  operator.get('/console', (_, reply) => reply.redirect('/console/'))
  await operator.register(
    async (scope) => {
      answerWithProblems(scope)
      addStrictJsonParser(scope)
      requireHost(scope, settings.origin)
      await secureConsole(scope)
      if (files) await serveConsoleFiles(scope, files)
      await scope.register((preview, _, done) => {
        requireOwnOrigin(preview, settings.origin)
        servePreview(preview, { app, shop, sessions, widgets, membership, queue, sealer })
        done()
      })
      await scope.register((api, _, done) => {
        requireOwnPage(api, settings.origin)
        serve(api, consoleSignIn, {
          inputs: consoleInputs.signIn,
          context: (request, reply): SignInContext => ({ address: request.ip, reply }),
          handlers: {
            async signIn({ token }, { address, reply }: SignInContext) {
              await countSignIn(address)
              return sessions.signIn(token, reply)
            },
            signOut(_, { reply }: SignInContext) {
              sessions.signOut(reply)
              return {}
            },
          },
        })
        const [claims, reports] = [claimRoutes(queue), reportRoutes(queue)]
        serve<typeof consoleReads, Person>(api, consoleReads, {
          inputs: consoleInputs.reads,
          context: (request) => sessions.personOf(request),
          handlers: {
            whoAmI: (_, person) => person,
            showShop: () => ({ proxy: config.publicUrl }),
            ...claims,
            ...reports,
            ...searchRoutes({ ...parts, trackPageUrl: config.trackPageUrl }),
            ...healthRoutes(parts),
            ...figureRoutes(queue),
            ...auditRoutes(queue),
          },
        })
        serve<typeof consoleActions, Person>(api, consoleActions, {
          inputs: consoleInputs.actions,
          async context(request) {
            const person = await sessions.personOf(request)
            if (person.role !== 'act') throw new Refusal('not-allowed', `${person.name} may look, and not act. CONSOLE_TOKENS or CONSOLE_ACTORS give the role.`)
            return person
          },
          handlers: { ...claims, ...reports },
        })
        done()
      })
    },
    { prefix: '/console' },
  )
}
