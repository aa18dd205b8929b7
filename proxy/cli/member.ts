import type { CallOptions } from '../../src/contract/client.ts'
import type { Operation } from '../upstream/operation.ts'
import type { Caller } from './callers.ts'
import { Stop } from './exit-codes.ts'

/** Whom a storefront operation is called as. */
export interface AsMember {
  /** Their customer id. */
  as?: string | undefined
  /** A token of theirs, from `authenticate`. */
  token?: string | undefined
}

/** How many tokens are kept at once; each is good for two hours. */
const kept = 1000

/** Signs members in as calls need it, each once. */
export function createSignIn(caller: Caller, { as, token }: AsMember): (operation: Operation, input: Record<string, unknown>) => Promise<CallOptions> {
  const tokens = new Map<string, Promise<string>>()
  return async (operation, input) => {
    if (token) return caller.asMember(token)
    const customerId = as ?? memberOf(operation, input)
    if (!tokens.has(customerId)) {
      if (tokens.size >= kept) tokens.clear()
      tokens.set(customerId, signIn(caller, customerId))
    }
    return caller.asMember(await tokens.get(customerId)!)
  }
}

/** Whom the input itself names; a tier's or a benefit's id names nobody. */
export function memberOf({ path }: Operation, { id, customerId }: Record<string, unknown>): string {
  const member = path.includes('/members/:id') ? id : customerId
  if (typeof member === 'string' && member !== '') return member
  throw new Stop('misused', ['--as is required: the customer id of the member who asks.'])
}

async function signIn(caller: Caller, customerId: string): Promise<string> {
  const { token } = (await caller.operations.authenticate!({ customerId })) as { token: string }
  return token
}
