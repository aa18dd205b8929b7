import { createJobStore } from '../../proxy/jobs/job-store.ts'
import { createStoreAccess } from '../../proxy/jobs/store-access.ts'
import { openDatabase } from '../../proxy/store/open-database.ts'
import type { KeptJob } from '../../proxy/jobs/job.ts'
import { webhookTokenHeader } from '../../proxy/upstream/loyalty-events.schema.ts'
import { startStack, type Stack, type StackOptions } from '../stack.ts'

/** What a delivery is posted with. */
export interface Posting {
  /** In the header; null sends none. */
  token?: string | null
  headers?: Record<string, string>
}

/** A stack whose loyalty service tells the proxy of everything. */
export interface HookedStack extends Stack {
  /** What the service has named when the webhook was registered. */
  token: string
  /** Asks the loyalty service as the merchant. */
  admin<Answer = Record<string, unknown>>(method: string, path: string, body?: object): Promise<Answer>
  /** Posts a delivery to the proxy by hand, known by the right token unless told otherwise. */
  post(body: unknown, posting?: Posting): Promise<Response>
  /** What the proxy has kept of deliveries, newest first. */
  kept(): Promise<KeptJob[]>
}

/** Registers the proxy's address at the service before the proxy starts; `tokens` makes the setting of the token that was named. */
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
  // Opened once, since tests look many times.
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

/** Asks the loyalty service of these settings, as the merchant. */
export async function admin<Answer = Record<string, unknown>>(settings: Record<string, string>, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${settings.LOYALTY_BASE_URL}/v2.0/admin/${path}`, {
    method,
    headers: { 'X-Loyalty-Api-Key': settings.LOYALTY_API_KEY!, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** What a proxy with this folder has kept of deliveries, newest first. */
export async function keptDeliveries(folder: string): Promise<KeptJob[]> {
  const kept = await openKept(folder)
  try {
    return await deliveriesOf(kept)
  } finally {
    await kept.close()
  }
}

type OpenKept = Awaited<ReturnType<typeof openKept>>

async function openKept(folder: string) {
  const database = await openDatabase({ folder }, { renew: false })
  return { list: createJobStore(createStoreAccess({ database })).list, close: () => database.close() }
}

const deliveriesOf = ({ list }: Pick<OpenKept, 'list'>) => list({ kind: 'loyalty-event', limit: 20_000 })
