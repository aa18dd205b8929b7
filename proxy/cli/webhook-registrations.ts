import { ConfigError } from '../config/config-error.ts'
import { settings } from '../config/config.ts'
import { isAt, webhookAddress } from '../loyalty-webhooks/address.ts'
import type { LoyaltyClients } from '../upstream/services.ts'
import type { SubscriptionDto, WebhookDto } from '../upstream/loyalty.ts'
import { openCaller } from './service/callers.ts'
import { Stop } from './io/exit-codes.ts'
import { toFault } from './service/faults.ts'
import { invocation } from './io/invocation.ts'

/** An address to which the loyalty service sends events. */
export type Registration = (WebhookDto | SubscriptionDto) & {
  /** A webhook receives all events and has a token. A subscription receives events of one topic, and has no token (A48). */
  kind: 'webhook' | 'subscription'
  /** Whether it leads to the proxy. */
  ours: boolean
}

/** The webhooks and subscriptions at the loyalty service, and how to change them. */
export interface Registrations {
  /** The address at which the proxy accepts deliveries. */
  readonly address: string
  /** The address of the service. */
  readonly where: string
  readonly signal: AbortSignal
  list(): Promise<Registration[]>
  /** The webhooks that lead to the proxy, oldest first. */
  ours(): Promise<Registration[]>
  /** Returns the new webhook. Only this answer contains the token (A46). */
  add(name: string): Promise<WebhookDto>
  remove(id: string): Promise<void>
}

type Environment = Readonly<Record<string, string | undefined>>

/** Opens the registrations at the service. A failure ends the command, with words for a person. */
export async function withRegistrations(run: (registrations: Registrations) => Promise<void>, env: Environment = invocation().env) {
  const publicUrl = settings.shape.PUBLIC_URL.safeParse(env.PUBLIC_URL?.trim())
  if (!publicUrl.success) throw new ConfigError([env.PUBLIC_URL ? `PUBLIC_URL ${publicUrl.error.issues[0]!.message}.` : 'PUBLIC_URL is missing.'])
  const caller = openCaller('loyalty', env, {})
  const admin = caller.operations as unknown as LoyaltyClients['admin']
  const address = webhookAddress(publicUrl.data)
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  process.once('SIGINT', interrupt)
  const { signal } = interrupted

  const list = async (): Promise<Registration[]> => {
    const [webhooks, subscriptions] = await withFaults('GET', () => Promise.all([admin.listWebhooks({}, { signal }), admin.listSubscriptions({}, { signal })]))
    const toRegistration = (kind: Registration['kind']) => (one: WebhookDto | SubscriptionDto) => ({ ...one, kind, ours: isAt(address, one.callbackUrl) })
    return [...webhooks.map(toRegistration('webhook')), ...subscriptions.map(toRegistration('subscription'))]
  }
  const withFaults = async <Answer>(method: string, call: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await call()
    } catch (error) {
      const { ending, uncertain, lines } = toFault(error, { family: 'loyalty', method })
      const unknown = uncertain ? ['The request may have taken effect. Check before you repeat it: storefront-proxy webhook list'] : []
      throw new Stop(signal.aborted ? 'interrupted' : ending, [...(signal.aborted ? ['Stopped.'] : lines), ...unknown], { cause: error })
    }
  }
  try {
    await run({
      address,
      where: caller.baseUrl,
      signal,
      list,
      ours: async () => (await list()).filter(({ kind, ours }) => kind === 'webhook' && ours).sort((a, b) => madeAt(a) - madeAt(b)),
      add: (name) => withFaults('POST', () => admin.createWebhook({ callbackUrl: address, name }, { signal })),
      remove: async (id) => void (await withFaults('DELETE', () => admin.deleteWebhook({ id }, { signal }))),
    })
  } finally {
    process.off('SIGINT', interrupt)
    await caller.close()
  }
}

/** The time of registration, in milliseconds since 1970; 0 if the service does not name it. */
export const madeAt = (registration: Registration): number => Date.parse(String((registration as { createdAt?: unknown }).createdAt)) || 0
