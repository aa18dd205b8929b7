import { ConfigError, settings } from '../config/config.ts'
import { isAt, webhookAddress } from '../loyalty-webhooks/address.ts'
import type { LoyaltyClients } from '../upstream/services.ts'
import type { SubscriptionDto, WebhookDto } from '../upstream/loyalty.ts'
import { openCaller } from './service/callers.ts'
import { Stop } from './io/exit-codes.ts'
import { toFault } from './service/faults.ts'

/** An address that the loyalty service tells of events. */
export type Registration = (WebhookDto | SubscriptionDto) & {
  /** A webhook is told of all events and has a token; a subscription of one kind, and has none of its own (A48). */
  kind: 'webhook' | 'subscription'
  /** Whether it is the proxy's own. */
  ours: boolean
}

/** What the loyalty service has registered, and how to change it. */
export interface Registrations {
  /** Where the proxy takes deliveries. */
  readonly address: string
  /** Where the service itself is. */
  readonly where: string
  readonly signal: AbortSignal
  list(): Promise<Registration[]>
  /** The webhooks of the proxy's own address, oldest first. */
  ours(): Promise<Registration[]>
  /** Answers the new one, whose token is told in this answer and never again (A46). */
  add(name: string): Promise<WebhookDto>
  remove(id: string): Promise<void>
}

type Environment = Readonly<Record<string, string | undefined>>

/** Does something about what is registered; whatever fails ends the command in words for a person. */
export async function withRegistrations(act: (registrations: Registrations) => Promise<void>, env: Environment = process.env) {
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
    const [webhooks, subscriptions] = await asking('GET', () => Promise.all([admin.listWebhooks({}, { signal }), admin.listSubscriptions({}, { signal })]))
    const toRegistration = (kind: Registration['kind']) => (one: WebhookDto | SubscriptionDto) => ({ ...one, kind, ours: isAt(address, one.callbackUrl) })
    return [...webhooks.map(toRegistration('webhook')), ...subscriptions.map(toRegistration('subscription'))]
  }
  const asking = async <Answer>(method: string, ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await ask()
    } catch (error) {
      const { ending, uncertain, lines } = toFault(error, { family: 'loyalty', method })
      const unknown = uncertain ? ['Whether it took effect is unknown. Find out before trying again: storefront-proxy webhook list'] : []
      throw new Stop(signal.aborted ? 'interrupted' : ending, [...(signal.aborted ? ['Stopped.'] : lines), ...unknown], { cause: error })
    }
  }
  try {
    await act({
      address,
      where: caller.baseUrl,
      signal,
      list,
      ours: async () => (await list()).filter(({ kind, ours }) => kind === 'webhook' && ours).sort((a, b) => madeAt(a) - madeAt(b)),
      add: (name) => asking('POST', () => admin.createWebhook({ callbackUrl: address, name }, { signal })),
      remove: async (id) => void (await asking('DELETE', () => admin.deleteWebhook({ id }, { signal }))),
    })
  } finally {
    process.off('SIGINT', interrupt)
    await caller.close()
  }
}

/** When it was registered, in milliseconds since 1970; what does not say so stays in its place. */
export const madeAt = (registration: Registration): number => Date.parse(String((registration as { createdAt?: unknown }).createdAt)) || 0
