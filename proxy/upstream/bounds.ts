import { createClient, type Client, type ClientOptions } from '../../src/contract/client.ts'
import { parseKeepingDigits } from '../http/json.ts'
import type { SendBounded } from './transport.ts'
import type { Operation, Operations } from './operation.ts'

/** Bytes that one answer of a service may have, and one that lists things. */
export const longest = { one: 256 * 1024, list: 4 * 1024 * 1024 }

/** How long an answer to this operation may be. */
export const longestOf = ({ lists, cursor }: Operation): number => (lists || cursor !== undefined ? longest.list : longest.one)

/**
 * The JSON of an answer, whose numbers keep all their digits: some write a courier's number so. Reading every answer exactly would take ten
 * times as long, so that only those are in which there is such a number.
 */
function parseAnswer(text: string): unknown {
  if (!longNumber.test(text)) return JSON.parse(text)
  try {
    return parseKeepingDigits(text)
  } catch {
    return JSON.parse(text) // which takes a field that is there twice
  }
}

/** A number of 16 digits or more; most couriers' numbers are as long, and stand in quotes. */
const longNumber = /[:[,]\s*-?\d{16}/

/** Speaks the API that `table` describes, and tells the transport the name of each operation and how long its answer may be. */
export function createBoundedClient<Table extends Operations>(table: Table, { send, ...options }: ClientOptions & { send: SendBounded }): Client<Table> {
  const clients = Object.entries(table).map(([verb, endpoint]) => {
    const bound = { operation: verb, longest: longestOf(endpoint) }
    const client = createClient<Operations>({ [verb]: endpoint }, { ...options, parse: parseAnswer, send: (url, init) => send(url, { ...init, ...bound }) })
    return [verb, client[verb]]
  })
  return Object.fromEntries(clients) as Client<Table>
}
