import type { Account } from './account.ts'
import { accepted } from './expect.ts'
import type { Delivery, Inbox, Reply } from './receiver.ts'

/** An address of ours that is registered for all events, until the end. */
export interface Registered extends Inbox {
  id: string
  token: string
  /** What the answer to the registration says of it. */
  record: Record<string, unknown>
}

/** Registers a new address for all events. */
export async function register(account: Account, reply?: Reply): Promise<Registered> {
  const inbox = account.receiver.inbox(reply)
  const answer = accepted(await account.loyalty('POST', '/v2.0/admin/webhooks', { body: { callbackUrl: inbox.url, name: 'conformance' } }))
  const record = answer.record('webhook')
  const { id, token } = record
  account.afterCheck(() => account.loyalty('DELETE', '/v2.0/admin/webhooks', { body: { id } }))
  return { ...inbox, id: String(id), token: String(token), record }
}

/** Registers a new address for one topic; id and record are the subscription's. */
export async function subscribe(account: Account, topic: string, reply?: Reply): Promise<Omit<Registered, 'token'>> {
  const inbox = account.receiver.inbox(reply)
  const answer = accepted(await account.loyalty('POST', '/v2.0/admin/webhook-subscriptions', { body: { topic, callbackUrl: inbox.url, name: 'conformance' } }))
  const record = answer.record('subscriber', 'subscription')
  const id = String(record.id)
  account.afterCheck(() => account.loyalty('DELETE', '/v2.0/admin/webhook-subscriptions', { body: { id, topic } }))
  return { ...inbox, id, record }
}

interface Event {
  payload: Record<string, unknown>
  metadata: Record<string, unknown>
  token?: unknown
}

/** A delivery as the event that it tells of (A52). */
export const eventOf = ({ body }: Pick<Delivery, 'body'>): Event => ({ payload: {}, metadata: {}, ...body })

/** Whether a delivery tells of that event, and of that customer where one is named. */
export const tells = (topic: string, customerId?: string) => (delivery: Delivery) => {
  const { metadata, payload } = eventOf(delivery)
  return metadata.topic === topic && (customerId === undefined || String(payload.customerId) === customerId)
}

/** Fails the first attempts for each event of a customer, as many as given. */
export function failing(times: number): Reply {
  const tried = new Map<string, number>()
  return (_attempt, _path, body) => {
    const { metadata, payload } = eventOf({ body })
    const event = `${String(metadata.topic)} ${String(payload.customerId)}`
    const attempts = tried.get(event) ?? 0
    tried.set(event, attempts + 1)
    return { status: attempts < times ? 500 : 204 }
  }
}
