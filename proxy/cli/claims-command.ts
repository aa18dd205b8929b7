import { userInfo } from 'node:os'
import { claimStates, type ClaimState } from '../claims/claim.ts'
import { readLimit, runSubcommands } from './command.ts'
import { Stop } from './io/exit-codes.ts'
import { note, openScreen } from './io/screen.ts'
import { createTable, omittedFieldsLines } from './io/table.ts'
import { toEscapedJson, escapeControls } from './io/terminal-text.ts'
import { approveClaim, findClaimByName, requireApprovable, requireRefusable, refuseClaim, DecisionRefused } from '../claims/approve-refuse.ts'
import type { StoredClaim } from '../claims/claim-store.ts'
import type { OpenStores } from '../background/stores.ts'
import { ask } from './io/confirm.ts'
import { recordLines } from './io/record.ts'
import { withStores } from './stores.ts'
import type { Money } from '../../src/contract/money.ts'
import { readRequest } from '../claims/claim-request.ts'

/** Runs a command about claims, as its words say, and leaves its exit code. */
export const runClaimsCommand = (description: string, words: string[]) =>
  runSubcommands({ name: 'claims', description, words }, (add) => {
    const which = ['<claim...>', 'its key, or its id as the service names it'] as const

    add('list', 'List claims that wait for somebody, and those under way.')
      .option('--state <states>', `those in these states: ${claimStates.join(', ')}`)
      .option('--all', 'those in any state')
      .option('--limit <number>', 'at most this many; 50 if absent', readLimit)
      .option('--after <claim>', 'go on behind the claim of this key')
      .action(async (options: ListOptions) => list(options))
    add('show', 'Show all that is known of a claim.')
      .argument('<claim>', which[1])
      .action(async (name: string, options: DecideOptions) => show(name, options))
    add('approve', 'Have claims resolved that wait for it.')
      .argument(...which)
      .option('-y, --yes', 'do not ask before money or goods are moved')
      .action(async (names: string[], options: DecideOptions) => approve(names, options))
    add('refuse', 'Refuse claims for good.')
      .argument(...which)
      .option('--reason <text>', 'why; the service is told')
      .option('-y, --yes', 'do not ask before they are refused')
      .action(async (names: string[], options: DecideOptions) => refuse(names, options))
  })

/** Which claims to list, and how. */
interface ListOptions {
  state?: string
  all?: boolean
  limit?: number
  after?: string
  json?: boolean
}

/** Lists claims, newest first: those that wait for somebody or are under way, unless others are asked for. */
async function list({ state, all, limit = 50, after, json }: ListOptions) {
  const states = all ? claimStates : readStates(state ?? 'awaiting,open')
  await withClaims(async (stores) => {
    const claims = (await stores.listClaims({ states, limit, ...(after !== undefined && { after }) })).map(toView)
    const screen = openScreen()
    if (json) return screen.print(toEscapedJson(claims, 2))
    if (claims.length === 0)
      return note(all || state !== undefined ? 'No claim is there.' : 'No claim waits for anybody. Add --all to see those that are settled.')
    const table = createTable(claims, ['key', 'state', 'order', 'amount', 'raised_at', 'settled_at', 'decided_by', 'reason'], screen)
    await screen.print(table.header, ...claims.map((claim) => table.line(claim)))
    note(...omittedFieldsLines(table))
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

/** How a command about claims answers, and whether it asks. */
interface DecideOptions {
  json?: boolean
  yes?: boolean
  reason?: string
}

/** Shows all that is known of a claim. */
const show = (name: string, { json }: DecideOptions) =>
  withClaims(async (stores) => {
    const claim = toView(await find(stores, name))
    const screen = openScreen()
    await (json ? screen.print(toEscapedJson(claim, 2)) : screen.print(...recordLines(claim, screen)))
  })

const actions = { refund: 'Money is given back', reorder: 'Goods are sent again at no cost', store_credit: 'The customer is credited' }

/** Has claims resolved that wait for somebody, once a person has said so. */
const approve = (names: readonly string[], options: DecideOptions) =>
  decide(names, options, {
    word: 'approved',
    judge: async (stores, kept) => {
      await requireApprovable(stores, kept)
      return `${actions[toView(kept).resolution]}:`
    },
    act: (stores, kept) => approveClaim(stores, kept, whoDecides()),
  })

/** Refuses claims for good, once a person has said so. */
const refuse = (names: readonly string[], options: DecideOptions) => {
  const reason = options.reason?.trim().slice(0, 500)
  if (!reason) throw new Stop('misused', ['--reason is missing: it is what the service is told.'])
  return decide(names, options, {
    word: 'refused',
    judge: async (stores, kept) => {
      const tried = await requireRefusable(stores, kept)
      return tried ? 'Refused for good, though the shop was asked already and may have done it; look there first:' : 'Refused for good:'
    },
    act: (stores, kept) => refuseClaim(stores, kept, reason, whoDecides()),
  })
}

interface Decision {
  /** What is done to the claims. */
  word: 'approved' | 'refused'
  /** Says what it comes to, or throws where it cannot be. */
  judge(stores: OpenStores, kept: StoredClaim): Promise<string>
  act(stores: OpenStores, kept: StoredClaim): Promise<StoredClaim>
}

/** Judges all that were named before any is changed, asks once, and then changes one after another. */
async function decide(names: readonly string[], { json, yes }: DecideOptions, { word, judge, act }: Decision) {
  const chosen = await withClaims(async (stores) => {
    const found = new Map((await Promise.all(names.map((name) => find(stores, name)))).map((kept) => [kept.key, kept]))
    return Promise.all([...found.values()].map(async (kept) => ({ kept, says: await judge(stores, kept) })))
  })
  if (!yes) {
    await ask({
      about: chosen.flatMap(({ kept, says }) => [
        says,
        ...recordLines(toAsk(kept), { columns: process.stderr.columns, bold: (text) => text }).map((line) => `  ${line}`),
      ]),
      unasked: [`Not confirmed, so nothing was ${word}.`],
      unchanged: `nothing was ${word}`,
      signal: new AbortController().signal,
    })
  }
  const decided: ReturnType<typeof toView>[] = []
  try {
    await withClaims(async (stores) => {
      for (const { kept } of chosen) {
        const claim = toView(await act(stores, kept))
        decided.push(claim)
        if (!json) note(`${escapeControls(claim.key)} is ${claim.state === 'open' ? 'approved, and being resolved' : claim.state}.`)
      }
    })
  } finally {
    if (json) await openScreen().print(toEscapedJson(decided, 2))
  }
}

/** What a person has to see of a claim before they decide. */
function toAsk(kept: StoredClaim) {
  const { reply: _, work: __, reason: ___, settled_at: ____, decided_by: _____, ...claim } = toView(kept)
  return claim
}

async function find(stores: OpenStores, name: string): Promise<StoredClaim> {
  const claim = await findClaimByName(stores, name)
  if (!claim) throw new Stop('refused', [`There is no claim ${escapeControls(name)}.`, 'To see which there are: storefront-proxy claims list --all'])
  return claim
}

/** Who answers for a decision, as the machine knows them. */
function whoDecides(): string {
  try {
    return userInfo().username
  } catch {
    return 'somebody' // The user has no entry, as in some containers.
  }
}

/** Does something with the claims that the store of the settings holds, beside the proxy that resolves them. */
const withClaims = <Result>(act: (stores: OpenStores) => Promise<Result>): Promise<Result> =>
  withStores(async (stores) => {
    try {
      return await act(stores)
    } catch (error) {
      if (error instanceof DecisionRefused) throw new Stop('misused', error.lines, { cause: error })
      throw error
    }
  })

/** A claim as commands show it, without anybody's address. */
function toView({ key, order, state, amount, createdAt, settledAt, decidedBy, reply, job, request }: StoredClaim) {
  const { claim, taken } = readRequest(request)
  const error = reply && reply.status >= 400 ? (JSON.parse(reply.body) as { error?: string[] }).error : undefined
  return {
    key,
    state,
    resolution: claim.resolution,
    order,
    amount: amount === null ? null : (JSON.parse(amount) as Money),
    raised_at: new Date(createdAt).toISOString(),
    settled_at: settledAt === null ? null : new Date(settledAt).toISOString(),
    decided_by: decidedBy,
    reason: error?.join('; ') ?? null,
    work: job,
    lines: claim.lines.map(({ id, quantity, amount: asked, presented }) => ({
      shop_line_item_id: id,
      quantity: taken?.lines.find((line) => line.id === id)?.quantity ?? quantity,
      amount: asked,
      ...(presented && { amount_presentment: presented }),
    })),
    reply: reply && reply.status < 400 ? (JSON.parse(reply.body) as Record<string, unknown>) : null,
  }
}
