import { claimStates, type ClaimState } from '../../claims/claim.ts'
import { Stop } from '../exit-codes.ts'
import { note, openScreen } from '../screen.ts'
import { createTable, leftOutLines } from '../table.ts'
import { harmlessJson } from '../terminal-text.ts'
import { withClaims } from './stores.ts'
import { toView } from './view.ts'

/** Which claims to list, and how. */
export interface ListOptions {
  state?: string
  all?: boolean
  limit?: number
  after?: string
  json?: boolean
}

/** Lists claims, newest first: those that wait for somebody or are under way, unless others are asked for. */
export async function list({ state, all, limit = 50, after, json }: ListOptions) {
  const states = all ? claimStates : readStates(state ?? 'awaiting,open')
  await withClaims(async (stores) => {
    const claims = (await stores.listClaims({ states, limit, ...(after !== undefined && { after }) })).map(toView)
    const screen = openScreen()
    if (json) return screen.print(harmlessJson(claims, 2))
    if (claims.length === 0)
      return note(all || state !== undefined ? 'No claim is there.' : 'No claim waits for anybody. Add --all to see those that are settled.')
    const table = createTable(claims, ['key', 'state', 'order', 'amount', 'raised_at', 'settled_at', 'decided_by', 'reason'], screen)
    await screen.print(table.header, ...claims.map((claim) => table.line(claim)))
    note(...leftOutLines(table))
    if (claims.length === limit) note(`There may be more: add --after '${claims.at(-1)!.key}'.`)
    if (claims.some((claim) => claim.state === 'awaiting')) note('To decide: storefront-proxy claims approve <claim>, or refuse <claim> --reason <text>.')
  })
}

function readStates(text: string): ClaimState[] {
  const states = text.split(',').map((one) => one.trim())
  const wrong = states.find((one) => !(claimStates as readonly string[]).includes(one))
  if (wrong !== undefined) throw new Stop('misused', [`--state takes some of ${claimStates.join(', ')}, with commas between.`])
  return states as ClaimState[]
}
