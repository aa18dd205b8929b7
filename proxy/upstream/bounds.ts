import { createClient, type Client, type ClientOptions } from '../../src/contract/client.ts'
import type { SendBounded } from '../transport.ts'
import type { Operation, Operations } from './operation.ts'

/** Bytes that one answer of a service may have, and one that lists things. */
export const longest = { one: 256 * 1024, list: 4 * 1024 * 1024 }

/** How long an answer to this operation may be. */
export const longestOf = ({ lists, cursor }: Operation): number => (lists || cursor !== undefined ? longest.list : longest.one)

/** Speaks the API that `table` describes, and tells the transport the name of each operation and how long its answer may be. */
export function createBoundedClient<Table extends Operations>(table: Table, { send, ...options }: ClientOptions & { send: SendBounded }): Client<Table> {
  const clients = Object.entries(table).map(([verb, endpoint]) => {
    const bound = { operation: verb, longest: longestOf(endpoint) }
    const client = createClient<Operations>({ [verb]: endpoint }, { ...options, send: (url, init) => send(url, { ...init, ...bound }) })
    return [verb, client[verb]]
  })
  return Object.fromEntries(clients) as Client<Table>
}
