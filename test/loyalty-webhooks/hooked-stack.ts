import { createJobStore } from '../../proxy/jobs/job-store.ts'
import { createStoreAccess } from '../../proxy/store/store-access.ts'
import { openDatabase } from '../../proxy/store/open-database.ts'
import type { StoredJob } from '../../proxy/jobs/job.ts'
import { webhookTokenHeader } from '../../proxy/upstream/loyalty-events.schema.ts'
import { startStack, type Stack, type StackOptions } from '../stack.ts'

/** What a delivery is posted with. */
export interface Posting {
  /** The token in the header; null sends none. */
  token?: string | null
  headers?: Record<string, string>
}

/** A stack whose loyalty service sends every event to the proxy. */
export interface HookedStack extends Stack {
  /** The token that the service returned when the webhook was registered. */
  token: string
  /** Calls the loyalty service as the merchant. */
  admin<Answer = Record<string, unknown>>(method: string, path: string, body?: object): Promise<Answer>
  /** Posts a delivery to the proxy by hand, with the right token unless `posting` names another. */
  post(body: unknown, posting?: Posting): Promise<Response>
  /** The deliveries that the proxy has stored, newest first. */
  kept(): Promise<StoredJob[]>
}

/** Registers the proxy's address at the service before the proxy starts; `tokens` turns the returned token into the setting. */
export async function startHookedStack(
  options: Omit<StackOptions, 'settings'> & { tokens?: (token: string) => string; settings?: Record<string, string> } = {},
): Promise<HookedStack> {
  const { tokens = (token) => token, settings } = options
  let token = ''
  const stack = await startStack({
    ...options,
    settings: async (demo) => {
      const { data } = await admin<{ data: { token: string } }>(demo, 'POST', 'webhooks', { callbackUrl: `${demo.PUBLIC_URL}/v1/webhooks/loyalty` })
      token = data.token
      return { LOYALTY_WEBHOOK_TOKENS: tokens(token), ...settings }
    },
  })
  // Opened once, because tests read it many times.
  let kept: Promise<OpenKept> | undefined
  return {
    ...stack,
    async stop() {
      await (await kept)?.close()
      await stack.stop()
    },
    token,
    admin: (method, path, body) => admin(stack.settings, method, path, body),
    post: (body, { token: given = token, headers } = {}) =>
      fetch(`${stack.proxy}/v1/webhooks/loyalty`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(given !== null && { [webhookTokenHeader]: given }), ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    kept: async () => deliveriesOf(await (kept ??= openKept(stack.settings.DATA_DIR!))),
  }
}

/** Calls the loyalty service of these settings as the merchant. */
export async function admin<Answer = Record<string, unknown>>(settings: Record<string, string>, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${settings.LOYALTY_BASE_URL}/v2.0/admin/${path}`, {
    method,
    headers: { 'X-Loyalty-Api-Key': settings.LOYALTY_API_KEY!, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** The deliveries that a proxy with this data folder has stored, newest first. */
export async function keptDeliveries(folder: string): Promise<StoredJob[]> {
  const kept = await openKept(folder)
  try {
    return await deliveriesOf(kept)
  } finally {
    await kept.close()
  }
}

type OpenKept = Awaited<ReturnType<typeof openKept>>

async function openKept(folder: string) {
  const database = await openDatabase({ folder }, { migrates: false })
  return { list: createJobStore(createStoreAccess({ database })).list, close: () => database.close() }
}

const deliveriesOf = ({ list }: Pick<OpenKept, 'list'>) => list({ kind: 'loyalty-event', limit: 20_000 })
