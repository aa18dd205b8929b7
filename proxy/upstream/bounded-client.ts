import { createClient, type Client, type ClientOptions } from '../../src/contract/client.ts'
import { parseKeepingDigits } from '../http/json.ts'
import type { SendBounded } from './transport.ts'
import type { Operation, Operations } from './operation.ts'

/** The most bytes of an answer about one record, and of an answer with a list. */
const longest = { one: 256 * 1024, list: 4 * 1024 * 1024 }

/** Returns the most bytes of an answer to this operation. */
const longestOf = ({ lists, cursor }: Operation): number => (lists || cursor !== undefined ? longest.list : longest.one)

/**
 * Parses an answer; long numbers keep all their digits, because some services write a courier's number as a number. The exact parser takes ten times
 * as long, so it runs only for answers with a long number.
 */
function parseAnswer(text: string): unknown {
  if (!longNumber.test(text)) return JSON.parse(text)
  try {
    return parseKeepingDigits(text)
  } catch {
    return JSON.parse(text) // accepts a field that occurs twice
  }
}

/** Matches a number of 16 digits or more outside quotes. Most couriers' numbers are that long, but in quotes. */
const longNumber = /[:[,]\s*-?\d{16}/

/** Creates a client of the API that `table` describes. It passes the name of each operation and the longest answer to the transport. */
export function createBoundedClient<Table extends Operations>(table: Table, { send, ...options }: ClientOptions & { send: SendBounded }): Client<Table> {
  const clients = Object.entries(table).map(([verb, endpoint]) => {
    const bound = { operation: verb, longest: longestOf(endpoint) }
    const client = createClient<Operations>({ [verb]: endpoint }, { ...options, parse: parseAnswer, send: (url, init) => send(url, { ...init, ...bound }) })
    return [verb, client[verb]]
  })
  return Object.fromEntries(clients) as Client<Table>
}
