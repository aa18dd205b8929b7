import { createClient, type Client } from './contract/client.ts'
import type { Endpoints } from './contract/endpoint.ts'

/** What every browser request but the quote's carries; it makes a cross-origin page ask permission first. */
export const clientHeader = { 'X-Storefront-Client': '1' }

/** Speaks with the proxy at that address. */
export const connect = <Table extends Endpoints>(table: Table, baseUrl: string, headers: Record<string, string> = clientHeader): Client<Table> =>
  createClient(table, { baseUrl, headers })
