import { ResponseError } from '../../src/contract/client.ts'
import type {
  Benefit,
  Campaign,
  CreditEntry,
  CreditPage,
  HeldCode,
  Member,
  Membership,
  MembershipPart,
  Program,
  Redemption,
  Spend,
  Tier,
} from '../../src/contract/loyalty.ts'
import { membershipParts } from '../../src/contract/loyalty.schema.ts'
import type { Permission } from '../config.ts'
import type { ShopperSession } from '../identity/sessions.ts'
import { toCursor } from '../upstream/cursor.ts'
import type { BenefitDto, CampaignDto, CreditDto, CreditsDto, HeldRedemptionDto, MemberDto, MerchantDto, SpendDto, TierDto } from '../upstream/loyalty.ts'
import type { LoyaltyClients } from '../upstream/services.ts'
import { toMoney } from './amounts.ts'

/** Milliseconds that a part of the first screen has; asked for alone, it has as long as the service may take. */
const partDeadline = 1_200
const firstPage = 10

interface MembershipQuestion {
  loyalty: LoyaltyClients
  session: ShopperSession
  may: ReadonlySet<Permission>
  /** Absent: all parts, each within its deadline. */
  parts?: string | undefined
  /** Redemptions that are open, once the ledger has been looked at. */
  openRedemptions: (ledger: CreditsDto | undefined, currency: string | undefined) => Redemption[]
  /** Notes a part that failed. */
  note: (part: MembershipPart, error: unknown) => void
}

/** All that one screen shows, its parts asked for side by side; what fails or is late is named, and the rest is shown. Rejects only when the service no longer takes the member's token. */
export async function askMembership({ loyalty, session, may, parts, openRedemptions, note }: MembershipQuestion): Promise<Membership> {
  const wanted = new Set(parts ? (parts.split(',') as MembershipPart[]) : membershipParts)
  const unavailable: MembershipPart[] = []
  const late = parts ? undefined : AbortSignal.timeout(partDeadline)
  const { admin, storefront } = loyalty
  const id = session.customer
  const asThem = session.jwt === undefined ? undefined : { ...loyalty.asMember(session.jwt), signal: late }
  const asUs = { signal: late }

  /** A part's answer, or undefined when it is not wanted, not to be had for this shopper, or not there in time. */
  const part = async <Value>(names: MembershipPart[], ask: false | undefined | (() => Promise<Value>)): Promise<Value | undefined> => {
    const needed = names.filter((name) => wanted.has(name))
    if (!ask || needed.length === 0) return undefined
    try {
      return await ask()
    } catch (error) {
      unavailable.push(...needed)
      for (const name of needed) note(name, error)
      return undefined
    }
  }

  // The member's currency and tier are needed to tell the other parts, so that these two are asked for whatever is wanted.
  let refused: ResponseError | undefined
  const askMember =
    asThem &&
    once(() =>
      storefront.readMember({ id }, asThem).catch((error: unknown) => {
        if (error instanceof ResponseError && error.status === 401) refused = error
        throw error
      }),
    )
  const askMerchant = once(() => admin.getMerchant({}, asUs))
  const askTiers = once(() => admin.listTiers({}, asUs))
  const currency = async () => {
    const code = (await askMember?.().catch(() => undefined))?.currencyCode ?? (await askMerchant()).currency
    if (!code) throw new TypeError('neither the member nor the merchant has a currency')
    return code
  }
  const tierId = async () => (await askMember?.())?.tierId ?? undefined

  const [program, member, tier, tiers, benefits, campaigns, spend, credits] = await Promise.all([
    part<Program>(['program'], async () => toProgram(await askMerchant())),
    part<Member>(['member'], askMember && (async () => toMember(await askMember(), await currency()))),
    part<Tier | null>(['tier'], askMember && (async () => findTier(await askMember(), await askTiers(), await currency()))),
    part<Tier[]>(['tiers'], async () => toLadder(await askTiers(), await currency())),
    part<Benefit[]>(['benefits'], async () => {
      const tier = await tierId()
      const list = tier && asThem ? await storefront.readTierBenefits({ id: tier, customerId: id }, asThem) : await admin.listBenefits({}, asUs)
      const code = await currency()
      return list.filter(({ enabled }) => enabled !== false).map((benefit) => toBenefit(benefit, code))
    }),
    part<Campaign[]>(
      ['campaigns'],
      asThem &&
        (async () => {
          const tier = await tierId()
          return tier ? (await storefront.readTierCampaigns({ id: tier, customerId: id }, asThem)).map(toCampaign) : []
        }),
    ),
    part<Spend | null>(['spend'], asThem && (async () => toSpend(await admin.getSpend({ id }, asUs), await currency()))),
    part<{ ledger: CreditsDto; currency: string }>(
      ['credits', 'redemption'],
      asThem && (async () => ({ ledger: await storefront.readCredits({ id, limit: firstPage }, asThem), currency: await currency() })),
    ),
  ])
  if (refused) throw refused

  return {
    program: program ?? null,
    member: member ?? null,
    tier: tier ?? null,
    tiers: tiers ?? [],
    benefits: benefits ?? [],
    campaigns: campaigns ?? [],
    spend: spend ?? null,
    credits: credits && wanted.has('credits') ? toCreditPage(credits.ledger, credits.currency) : { entries: [], next: null },
    redemption: credits?.ledger.redemption && wanted.has('redemption') ? toHeldCode(credits.ledger.redemption, credits.currency) : null,
    pending: openRedemptions(credits?.ledger, credits?.currency),
    unavailable: membershipParts.filter((name) => unavailable.includes(name)),
    may: [...may],
  }
}

function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | undefined
  return () => (asked ??= ask())
}

const toProgram = ({ merchantName, currency, creditsEnabled }: MerchantDto): Program => ({
  name: merchantName ?? null,
  currency: currency ?? '',
  credits_enabled: creditsEnabled !== false,
})

const toMember = ({ firstName, status, credit, creditsEarned, joinedAt, createdAt }: MemberDto, currency: string): Member => ({
  first_name: firstName ?? null,
  status,
  credits: toMoney(credit ?? 0, currency),
  credits_earned: toMoney(creditsEarned ?? 0, currency),
  joined_at: joinedAt ?? createdAt ?? null,
})

const toTier = ({ id, name, description, rank, spendThreshold, spendPeriod, currency: own }: TierDto, currency: string): Tier => ({
  id,
  name,
  description: description || null,
  rank: rank ?? null,
  spend_threshold: spendThreshold == null ? null : toMoney(spendThreshold, own ?? currency),
  spend_period: spendPeriod ?? null,
})

const toLadder = (tiers: TierDto[], currency: string): Tier[] =>
  tiers
    .filter(({ enabled }) => enabled !== false)
    .map((tier) => toTier(tier, currency))
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))

function findTier({ tierId, tierName }: MemberDto, tiers: TierDto[], currency: string): Tier | null {
  const tier = tiers.find(({ id }) => id === tierId)
  if (tier) return toTier(tier, currency)
  return tierId && tierName ? toTier({ id: tierId, name: tierName }, currency) : null
}

const toBenefit = ({ type, name, description, creditAmount }: BenefitDto, currency: string): Benefit => ({
  type,
  name: name ?? type,
  description: description || null,
  credit: creditAmount ? toMoney(creditAmount, currency) : null,
})

const toCampaign = ({ id, name, startDate, endDate }: CampaignDto): Campaign => ({ id, name: name ?? '', starts_at: toIso(startDate), ends_at: toIso(endDate) })

/** Dates come as ISO 8601 and as `2022-05-13 20:26:01 +00:00` (A27). */
function toIso(date: string | null | undefined): string | null {
  const time = Date.parse(date?.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) ([+-])/, '$1T$2$3') ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** Keys are read loosely, and amounts as a number or as money (A21). */
function toSpend(data: SpendDto, currency: string): Spend | null {
  const periods: Record<string, keyof Spend> = { monthly: 'monthly', quarterly: 'quarterly', semiannual: 'semi_annual', annual: 'annual', alltime: 'all_time' }
  const spend: Spend = {}
  for (const [key, value] of Object.entries(data ?? {})) {
    const period = periods[key.toLowerCase().replace(/[_-]|spend/g, '')]
    const amount = typeof value === 'number' ? value : (value as { amount?: unknown } | null)?.amount
    if (period && typeof amount === 'number') spend[period] = toMoney(amount, currency)
  }
  return Object.keys(spend).length > 0 ? spend : null
}

const toCreditEntry = ({ amount, newBalance, reason, note, createdAt, expirationDate }: CreditDto, currency: string): CreditEntry => ({
  amount: toMoney(amount, currency),
  balance_after: newBalance == null ? null : toMoney(newBalance, currency),
  reason: reason ?? '',
  note: note || null,
  created_at: createdAt,
  expires_at: expirationDate ?? null,
})

/** A page of the ledger, newest first, and where the next one begins. */
export const toCreditPage = ({ credits, lastCreditEntry }: CreditsDto, currency: string): CreditPage => ({
  entries: credits.map((entry) => toCreditEntry(entry, currency)),
  next: toCursor(lastCreditEntry) ?? null,
})

/** A redemption code that a member holds, its value as money. */
export const toHeldCode = ({ code, value }: HeldRedemptionDto, currency: string): HeldCode => ({ code, value: toMoney(value, currency) })
