import { after } from 'node:test'
import { createClient } from '../../../src/contract/client.ts'
import { buildServices } from '../../../demo/services/app.ts'
import type { ServicesOptions } from '../../../demo/services/world.ts'
import { loyaltyService, loyaltyStorefrontService } from '../../../proxy/upstream/loyalty.ts'
import { protectionService } from '../../../proxy/upstream/protection.ts'
import { trackService } from '../../../proxy/upstream/track.ts'

export const mira = '700100200301'
export const jonas = '700100200302'
export const aiko = '700100200303'

/** The stand-ins on a free port, in a time of their own, with every client that the tables give. */
export async function startServices(options: Partial<ServicesOptions> = {}) {
  let time = Date.now()
  const app = await buildServices({ loyaltyKey: 'loyalty-key', protectionKey: 'protection-key', now: () => new Date(time), ...options })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  let isRunning = true
  const stop = async () => {
    if (isRunning) await app.close()
    isRunning = false
  }
  after(stop)

  const unwrap = (body: unknown) => (body as { data: unknown }).data
  const loyalty = { baseUrl: `${address}/loyalty`, headers: { 'X-Loyalty-Api-Key': 'loyalty-key' }, unwrap }
  const admin = createClient(loyaltyService, loyalty)
  const storefront = createClient(loyaltyStorefrontService, loyalty)
  return {
    address,
    admin,
    storefront,
    protection: createClient(protectionService, { baseUrl: `${address}/protection/api/v1`, headers: { 'X-API-Key': 'protection-key' } }),
    track: createClient(trackService, { baseUrl: `${address}/track` }),
    stop,
    now: () => new Date(time).toISOString(),
    pass(milliseconds: number) {
      time += milliseconds
    },
    /** What a signed-in member's requests carry. */
    async signIn(customerId: string) {
      const { token } = await storefront.authenticate({ customerId })
      return { headers: { Authorization: `Bearer ${token}` } }
    },
    async control(method: string, path: string, body?: unknown) {
      const answer = await fetch(`${address}/_control/${path}`, {
        method,
        ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : undefined) as never }
    },
    async list<Item = Record<string, unknown>>(of: string): Promise<Item[]> {
      return ((await (await fetch(`${address}/_control/state?of=${of}`)).json()) as Record<string, Item[]>)[of] ?? []
    },
  }
}

/** What an `assert.rejects` expects of a service's refusal. */
export const refused = (status: number, problem?: object) => ({ status, ...(problem && { problem }) })
