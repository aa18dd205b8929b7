import assert from 'node:assert/strict'
import type { Account } from './account.ts'
import { accepted } from './expect.ts'

/** A tier, its id under whatever name it has (A22). */
export interface Tier {
  id: string
  name: string
  kind: string
  rank: number
  spendThreshold: number | null
  benefits?: unknown
}

export const isFree = ({ kind, spendThreshold }: Tier) => (kind ? kind === 'FREE' : spendThreshold === null)
export const isSpendBased = ({ kind, spendThreshold }: Tier) => (kind ? kind === 'SPEND_BASED' : Number(spendThreshold) > 0)

/** The tiers, lowest first. */
export async function tiersOf({ loyalty }: Account): Promise<Tier[]> {
  return accepted(await loyalty('GET', '/v2.0/admin/tiers'))
    .list()
    .map(toTier)
    .sort((a, b) => a.rank - b.rank)
}

function toTier(record: Record<string, unknown>, index: number): Tier {
  const { id, segmentId, tierId, name, tierName, kind = '', rank, spendThreshold } = record
  const threshold = typeof spendThreshold === 'number' ? spendThreshold : null
  return {
    ...record,
    id: String(id ?? segmentId ?? tierId),
    name: String(name ?? tierName),
    kind: String(kind),
    rank: Number(rank ?? threshold ?? index),
    spendThreshold: threshold,
  }
}

/** A member's record as the merchant sees it. */
export async function memberOf({ loyalty }: Account, id: string): Promise<Record<string, unknown>> {
  return accepted(await loyalty('GET', `/v2.0/admin/members/${id}`)).record('customer', 'member')
}

/** A page of a member's credits as the merchant sees it. */
export async function creditsOf({ loyalty }: Account, id: string, query: Record<string, string | number> = {}) {
  return accepted(await loyalty('GET', `/v2.0/admin/members/${id}/credits`, { query })).list()
}

/** The first tier that has a benefit, and that benefit's type. */
export async function tierWithBenefit(account: Account) {
  for (const { id } of await tiersOf(account)) {
    const [benefit] = accepted(await account.loyalty('GET', `/v2.0/admin/tiers/${id}/benefits`)).list()
    if (benefit) return { id, type: String(benefit.type) }
  }
  return assert.fail('the account needs a tier with a benefit for this')
}
