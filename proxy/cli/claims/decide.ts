import { userInfo } from 'node:os'
import { approveClaim, findClaimByName, requireApprovable, requireRefusable, refuseClaim } from '../../claims/approve-refuse.ts'
import type { StoredClaim } from '../../claims/claim-store.ts'
import type { OpenStores } from '../../background/stores.ts'
import { ask } from '../confirm.ts'
import { Stop } from '../exit-codes.ts'
import { recordLines } from '../record.ts'
import { note, openScreen } from '../screen.ts'
import { harmless, harmlessJson } from '../terminal-text.ts'
import { withClaims } from './stores.ts'
import { toView } from './view.ts'

/** How a command about claims answers, and whether it asks. */
export interface DecideOptions {
  json?: boolean
  yes?: boolean
  reason?: string
}

/** Shows all that is known of a claim. */
export const show = (name: string, { json }: DecideOptions) =>
  withClaims(async (stores) => {
    const claim = toView(await find(stores, name))
    const screen = openScreen()
    await (json ? screen.print(harmlessJson(claim, 2)) : screen.print(...recordLines(claim, screen)))
  })

const actions = { refund: 'Money is given back', reorder: 'Goods are sent again at no cost', store_credit: 'The customer is credited' }

/** Has claims resolved that wait for somebody, once a person has said so. */
export const approve = (names: readonly string[], options: DecideOptions) =>
  decide(names, options, {
    word: 'approved',
    judge: async (stores, kept) => {
      await requireApprovable(stores, kept)
      return `${actions[toView(kept).resolution]}:`
    },
    act: (stores, kept) => approveClaim(stores, kept, whoDecides()),
  })

/** Refuses claims for good, once a person has said so. */
export const refuse = (names: readonly string[], options: DecideOptions) => {
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
        if (!json) note(`${harmless(claim.key)} is ${claim.state === 'open' ? 'approved, and being resolved' : claim.state}.`)
      }
    })
  } finally {
    if (json) await openScreen().print(harmlessJson(decided, 2))
  }
}

/** What a person has to see of a claim before they decide. */
function toAsk(kept: StoredClaim) {
  const { reply: _, work: __, reason: ___, settled_at: ____, decided_by: _____, ...claim } = toView(kept)
  return claim
}

async function find(stores: OpenStores, name: string): Promise<StoredClaim> {
  const claim = await findClaimByName(stores, name)
  if (!claim) throw new Stop('refused', [`There is no claim ${harmless(name)}.`, 'To see which there are: storefront-proxy claims list --all'])
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
