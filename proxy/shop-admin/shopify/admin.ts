import { ResponseError } from '../../../src/contract/client.ts'
import type { Observe } from '../../upstream/transport.ts'
import { createCalls, type Call } from '../calls.ts'
import { notStarted, unknownOutcome } from '../shop-answers.ts'
import { ShopRefusal } from '../shop.ts'
import { fixedToken, grantedTokens, requestGrantsBy, type AppCredentials, type OnMissingScopes } from './access-token.ts'

/** The version of the Admin API that the queries here are written for. */
const version = '2026-07'

/** The platform's Admin API (https://shopify.dev/docs/api/admin-graphql/2026-07). */
export interface Admin {
  /** Runs a query or a mutation, and resolves to its data. */
  ask<Data>(query: string, variables: Record<string, unknown>): Promise<Data>
  /** Reads from the REST interface, whose payloads have the shape of webhooks. */
  read(path: string): Promise<string>
  /** Why the platform gives no access; undefined if nothing is known against it. */
  fault(): string | undefined
  close(): Promise<void>
}

interface Reply<Data> {
  data?: Data | null
  errors?: { message: string; extensions?: { code?: string } }[]
  extensions?: { cost?: { requestedQueryCost?: number; throttleStatus?: { currentlyAvailable: number; restoreRate: number } } }
}

/** Where the Admin API is, and how the proxy identifies itself there: by a token, or by its app. */
export interface AdminSettings {
  baseUrl: string
  access: { token: string } | AppCredentials
  onMissingScopes?: OnMissingScopes | undefined
}

/** Creates a client of the Admin API of a shop. A token that the platform refuses is replaced once. */
export function createAdmin({ baseUrl, access, onMissingScopes }: AdminSettings, observe?: Observe): Admin {
  const calls = createCalls(observe)
  const token = 'token' in access ? fixedToken(access.token) : grantedTokens(requestGrantsBy(calls, baseUrl, access, onMissingScopes))
  const root = `${baseUrl}/admin/api/${version}`

  async function send(call: Call): Promise<string> {
    const withToken = (value: string) => calls.ask({ ...call, headers: { ...call.headers, Accept: 'application/json', 'X-Shopify-Access-Token': value } })
    const first = await token.get()
    try {
      const text = await withToken(first)
      token.accepted()
      return text
    } catch (error) {
      if (!isUnauthorized(error)) throw error
      return withToken(await token.replace(first))
    }
  }

  return {
    async ask<Data>(query: string, variables: Record<string, unknown>) {
      const body = JSON.stringify({ query, variables })
      const text = await send({ method: 'POST', url: `${root}/graphql.json`, headers: { 'Content-Type': 'application/json' }, body })
      return dataOf(JSON.parse(text) as Reply<Data>)
    },
    read: (path) => send({ method: 'GET', url: `${root}/${path}`, headers: {} }),
    fault: () => token.fault(),
    close: () => calls.close(),
  }
}

/** Whether the platform refused the token: it has done nothing. */
const isUnauthorized = (error: unknown) => error instanceof Error && error.cause instanceof ResponseError && error.cause.status === 401

/** The data of a reply. Errors come with status 200: the query was not run, either now or with this token. */
function dataOf<Data>({ data, errors, extensions }: Reply<Data>): Data {
  const [error] = errors ?? []
  if (!error && data) return data
  const words = errors?.map(({ message }) => message).join('; ') ?? 'no data'
  if (error?.extensions?.code === 'THROTTLED') throw Object.assign(notStarted(`says: ${words}`), { retryAfter: waitOf(extensions) })
  throw unknownOutcome(`says: ${words}`)
}

/** Seconds until the bucket holds what the query costs (https://shopify.dev/docs/api/usage/limits#graphql-admin-api-rate-limits). */
function waitOf(extensions: Reply<unknown>['extensions']): number {
  const { requestedQueryCost = 0, throttleStatus } = extensions?.cost ?? {}
  const missing = throttleStatus ? requestedQueryCost - throttleStatus.currentlyAvailable : 0
  return Math.max(1, Math.ceil(missing / (throttleStatus?.restoreRate || 50)))
}

/** A mutation's error about its input. */
export interface UserError {
  message: string
}

/** Throws for errors: a retry for a request in progress or an unclear idempotency key, otherwise a {@link ShopRefusal}. */
export function refuseOn(errors: readonly UserError[]) {
  if (errors.length === 0) return
  const words = errors.map(({ message }) => message).join('; ')
  if (/idempoten|in progress/i.test(words)) throw unknownOutcome(`says: ${words}`)
  throw new ShopRefusal(words.slice(0, 500))
}

/** The platform's global id of an item with this number. */
export function toGid(kind: 'Order' | 'LineItem' | 'Customer', id: string): string {
  if (!/^\d{1,20}$/.test(id)) throw new ShopRefusal(`${kind} "${id.slice(0, 40)}" has no id of this platform`)
  return `gid://shopify/${kind}/${id}`
}

/** The number at the end of a global id. */
export const fromGid = (gid: string) => gid.replace(/^.*\//, '').replace(/\?.*$/, '')
