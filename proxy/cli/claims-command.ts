import { claimStates, refusedPrefix, type ClaimState } from '../claims/claim.ts'
import { readLimit, runSubcommands } from './command.ts'
import { Stop } from './io/exit-codes.ts'
import { note, openScreen } from './io/screen.ts'
import { createTable, omittedFieldsLines } from './io/table.ts'
import { toEscapedJson, escapeControls } from './io/terminal-text.ts'
import { approveClaim, findClaimByName, requireApprovable, requireRefusable, refuseClaim, DecisionRefused } from '../claims/approve-refuse.ts'
import type { StoredClaim } from '../claims/claim-store.ts'
import type { OpenStores } from '../background/stores.ts'
import { askConfirmation } from './io/confirm.ts'
import { recordLines } from './io/record.ts'
import { accountOfMachine, withStores } from './stores.ts'
import type { Money } from '../../src/contract/money.ts'
import { readRequest } from '../claims/claim-request.ts'
import { invocation } from './io/invocation.ts'

/** Runs a subcommand of `claims`, and sets the exit code. */
export const runClaimsCommand = (description: string, words: string[]) =>
  runSubcommands({ name: 'claims', description, words }, (add) => {
    const which = ['<claim...>', 'key of the claim, or its id at the service'] as const

    add('list', 'List claims that wait for a decision or are being resolved.')
      .option('--state <states>', `claims in these states: ${claimStates.join(', ')}`)
      .option('--all', 'claims in any state')
      .option('--limit <number>', 'most claims to list (default: 50)', readLimit)
      .option('--after <claim>', 'list the claims after the claim with this key')
      .action(async (options: ListOptions) => list(options))
    add('show', 'Show one claim.')
      .argument('<claim>', which[1])
      .action(async (name: string, options: DecideOptions) => show(name, options))
    add('approve', 'Approve claims, so that the shop resolves them.')
      .argument(...which)
      .option('--reason <text>', 'reason, for the audit log')
      .option('-y, --yes', 'move money or goods without asking for confirmation')
      .action(async (names: string[], options: DecideOptions) => approve(names, options))
    add('refuse', 'Refuse claims for good.')
      .argument(...which)
      .option('--reason <text>', 'reason, which the service receives')
      .option('-y, --yes', 'refuse without asking for confirmation')
      .action(async (names: string[], options: DecideOptions) => refuse(names, options))
  })

/** The options of `list`. */
interface ListOptions {
  state?: string
  all?: boolean
  limit?: number
  after?: string
  json?: boolean
}

/** Lists claims, newest first; by default those that wait for a decision or are being resolved. */
async function list({ state, all, limit = 50, after, json }: ListOptions) {
  const states = all ? claimStates : readStates(state ?? 'awaiting,open')
  await withClaims(async (stores) => {
    const claims = (await stores.listClaims({ states, limit, ...(after !== undefined && { after }) })).map(toView)
    const screen = openScreen()
    if (json) return screen.print(toEscapedJson(claims, 2))
    if (claims.length === 0)
      return note(all || state !== undefined ? 'There is no claim.' : 'No claim waits for a decision. Add --all to see the settled ones.')
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
  if (wrong !== undefined) throw new Stop('misused', [`--state takes a comma-separated list of ${claimStates.join(', ')}.`])
  return states as ClaimState[]
}

/** The options of the commands for one claim or several. */
interface DecideOptions {
  json?: boolean
  yes?: boolean
  reason?: string
}

/** Prints one claim. */
const show = (name: string, { json }: DecideOptions) =>
  withClaims(async (stores) => {
    const claim = toView(await find(stores, name))
    const screen = openScreen()
    await (json ? screen.print(toEscapedJson(claim, 2)) : screen.print(...recordLines(claim, screen)))
  })

const actions = { refund: 'Money is given back', reorder: 'Goods are sent again at no cost', store_credit: 'The customer is credited' }

/** Approves claims after a confirmation, so that the proxy resolves them. */
const approve = (names: readonly string[], options: DecideOptions) => {
  const reason = readReason(options)
  return decide(names, options, {
    word: 'approved',
    check: async (stores, stored) => {
      const doubts = await requireApprovable(stores, stored)
      return [...doubts.map((doubt) => `Look at this first: ${doubt}.`), `${actions[toView(stored).resolution]}:`].join('\n')
    },
    apply: (stores, stored) => approveClaim(stores, stored, { ...accountOfMachine(), ...(reason && { reason }) }),
  })
}

/** Refuses claims for good, after a confirmation. */
const refuse = (names: readonly string[], options: DecideOptions) => {
  const reason = readReason(options)
  if (!reason) throw new Stop('misused', ['--reason is missing. The service receives it.'])
  return decide(names, options, {
    word: 'refused',
    check: async (stores, stored) => {
      const tried = await requireRefusable(stores, stored)
      return tried ? 'Refused for good. The shop was called before and may have resolved it, so check the shop first:' : 'Refused for good:'
    },
    apply: (stores, stored) => refuseClaim(stores, stored, reason, accountOfMachine()),
  })
}

/** The reason that the audit log keeps. */
const readReason = ({ reason }: DecideOptions) => reason?.trim().slice(0, 500)

interface Decision {
  /** The outcome for the claims. */
  word: 'approved' | 'refused'
  /** Returns the consequence in words; throws if the decision is not possible. */
  check(stores: OpenStores, stored: StoredClaim): Promise<string>
  apply(stores: OpenStores, stored: StoredClaim): Promise<StoredClaim>
}

/** Checks all claims before it changes any, asks once, and then changes one after another. */
async function decide(names: readonly string[], { json, yes }: DecideOptions, { word, check, apply }: Decision) {
  const chosen = await withClaims(async (stores) => {
    const found = new Map((await Promise.all(names.map((name) => find(stores, name)))).map((stored) => [stored.key, stored]))
    return Promise.all([...found.values()].map(async (stored) => ({ stored, consequence: await check(stores, stored) })))
  })
  if (!yes) {
    await askConfirmation({
      about: chosen.flatMap(({ stored, consequence }) => [
        consequence,
        ...recordLines(toConfirm(stored), { columns: invocation().stderr.columns, bold: (text) => text }).map((line) => `  ${line}`),
      ]),
      withoutTerminal: [`Not confirmed, so nothing was ${word}.`],
      unchanged: `nothing was ${word}`,
      signal: new AbortController().signal,
    })
  }
  const decided: ReturnType<typeof toView>[] = []
  try {
    await withClaims(async (stores) => {
      for (const { stored } of chosen) {
        const claim = toView(await apply(stores, stored))
        decided.push(claim)
        if (!json) note(`${escapeControls(claim.key)} is ${claim.state === 'open' ? 'approved, and being resolved' : claim.state}.`)
      }
    })
  } finally {
    if (json) await openScreen().print(toEscapedJson(decided, 2))
  }
}

/** The fields of a claim that a person needs for the decision. */
function toConfirm(stored: StoredClaim) {
  const { reply: _, work: __, reason: ___, settled_at: ____, decided_by: _____, ...claim } = toView(stored)
  return claim
}

async function find(stores: OpenStores, name: string): Promise<StoredClaim> {
  const claim = await findClaimByName(stores, name)
  if (!claim) throw new Stop('refused', [`There is no claim ${escapeControls(name)}.`, 'To list all claims: storefront-proxy claims list --all'])
  return claim
}

/** Opens the store of the settings, while the proxy may use it too. A refused decision ends the command. */
const withClaims = <Result>(run: (stores: OpenStores) => Promise<Result>): Promise<Result> =>
  withStores(async (stores) => {
    try {
      return await run(stores)
    } catch (error) {
      if (error instanceof DecisionRefused) throw new Stop('misused', error.lines, { cause: error })
      throw error
    }
  })

/** A claim as commands print it, without addresses. */
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
    // The service gets these words before the reason; here the state says who refused.
    reason: (state === 'refused' ? error?.join('; ').replace(refusedPrefix, '') : error?.join('; ')) ?? null,
    work: job,
    lines: claim.lines.map(({ id, quantity, amount: requested, presented }) => ({
      shop_line_item_id: id,
      quantity: taken?.lines.find((line) => line.id === id)?.quantity ?? quantity,
      amount: requested,
      ...(presented && { amount_presentment: presented }),
    })),
    reply: reply && reply.status < 400 ? (JSON.parse(reply.body) as Record<string, unknown>) : null,
  }
}
