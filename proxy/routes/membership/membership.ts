import { ResponseError } from '../../../src/contract/client.ts'
import type { Benefit, Campaign, Expiring, Member, Membership, MembershipPart, Program, Tier } from '../../../src/contract/loyalty.ts'
import { membershipParts } from '../../../src/contract/loyalty.schema.ts'
import type { ZodError } from 'zod'
import type { Permission } from '../../config/config.ts'
import type { ShopperSession } from '../../identity/sessions.ts'
import { startDeadline } from '../../upstream/deadline.ts'
import type { CreditsDto } from '../../upstream/loyalty.ts'
import type { LoyaltyClients } from '../../upstream/services.ts'
import { currencyOf } from '../amounts.ts'
import { benefitsFor, benefitsOfTiers } from './benefits.ts'
import { nextToExpire } from './expiring.ts'
import { toCampaign, toCreditPage, toHeldCode, toMember, toProgram, toSpending, type Spending } from './member-answers.ts'
import type { CachedProgram } from '../program.ts'
import type { OpenRedemptions } from '../redemptions/redemptions.ts'
import { findTier, joiningTier, toLadder } from './tiers.ts'

/** Milliseconds that each part of the first screen has. A part that is requested by name has as long as the service may take. */
const partDeadline = 1_200
const firstPage = 10
/** Ledger entries that are read to compute what expires next, in addition to the first page. */
const expiryWindow = 100

interface MembershipRequest {
  loyalty: LoyaltyClients
  /** The data that is not the member's own. */
  program: CachedProgram
  session: Pick<ShopperSession, 'customer' | 'jwt'>
  may: ReadonlySet<Permission>
  /** The requested parts; absent: all parts, each within its deadline. */
  parts?: string | undefined
  /** The member's open redemptions; undefined if redemptions are not set up. */
  openRedemptions: () => Promise<OpenRedemptions | undefined>
  /** Logs each failure once, with all parts that are missing because of it. */
  note: (parts: MembershipPart[], error: unknown) => void
}

/** Requests all parts of the screen in parallel. Failed or late parts are named, and the rest is shown. Rejects only if the service refuses the token. */
export async function loadMembership(request: MembershipRequest): Promise<Membership> {
  if (request.parts) return load(request, undefined)
  const { signal, end } = startDeadline(partDeadline)
  return load(request, signal).finally(end)
}

/** `late` aborts when parts are left out. */
async function load(
  { loyalty, program: remembered, session, may, parts, openRedemptions, note }: MembershipRequest,
  late: AbortSignal | undefined,
): Promise<Membership> {
  const wanted = new Set(parts ? (parts.split(',') as MembershipPart[]) : membershipParts)
  const { part, fail, failures } = createPartReader(wanted)
  const { admin, storefront } = loyalty
  const id = session.customer
  const logFault = (fault: ZodError) => note([], fault)
  const asMember = session.jwt === undefined ? undefined : { ...loyalty.asMember(session.jwt), signal: late, onLeftOut: logFault }
  const asMerchant = { signal: late }

  // The other parts need the member's currency and tier, so these two are requested whatever is wanted.
  let refused: ResponseError | undefined
  const askMember =
    asMember &&
    memoize(() =>
      storefront.readMember({ id }, asMember).catch((error: unknown) => {
        if (error instanceof ResponseError && error.status === 401) refused = error
        throw error
      }),
    )
  // Other callers may wait for the same response, so this caller's deadline does not abort the request itself.
  const askMerchant = memoize(() => withDeadline(late, remembered.merchant()))
  const askTiers = memoize(() => withDeadline(late, remembered.tiers()))
  const currency = memoize(async () => currencyOf((await askMember?.().catch(() => undefined)) ?? {}, { merchant: askMerchant }))
  const findExpiring = async () => {
    const [member, ledger] = await Promise.all([askMember?.(), storefront.readCredits({ id, limit: expiryWindow }, asMember ?? asMerchant)])
    return nextToExpire(member?.credit ?? 0, ledger, await currency(), Date.now())
  }
  const tierId = async () => (await askMember?.())?.tierId ?? undefined

  // An open redemption is always shown, whatever is wanted.
  const openRead = withDeadline(late, openRedemptions()).catch((error: unknown) => {
    fail(error, ['redemption'])
    return undefined
  })

  const [program, member, tier, tiers, benefits, campaigns, spend, credits, expiring] = await Promise.all([
    part<Program>(['program'], async () => toProgram(await askMerchant())),
    part<Member>(['member'], askMember && (async () => toMember(await askMember(), await currency()))),
    part<Tier | null>(['tier'], askMember && (async () => findTier(await askMember(), await askTiers(), await currency()))),
    part<Tier[]>(['tiers'], async () => {
      const asked = withDeadline(late, Promise.all([remembered.benefits(), remembered.benefitsByTier()])).catch(() => undefined)
      const [ladder, lists, inCurrency] = await Promise.all([askTiers(), asked, currency()])
      return toLadder(ladder, inCurrency, benefitsOfTiers(lists, inCurrency))
    }),
    part<Benefit[]>(['benefits'], async () => {
      const tier = askMember ? await tierId() : joiningTier(await askTiers())
      const lists = await readBenefits(remembered, tier, late, (error) => fail(error, ['benefits']))
      return benefitsFor({ tierId: tier, ...lists }, await currency())
    }),
    part<Campaign[]>(['campaigns'], async () => {
      const tier = await tierId()
      // Who has not joined sees the campaigns of all tiers, as reasons to join.
      const campaigns = tier ? remembered.campaignsOf(tier) : askMember ? [] : remembered.campaignsOfAll()
      return (await withDeadline(late, Promise.resolve(campaigns))).map(toCampaign)
    }),
    part<Spending>(['spend'], asMember && (async () => toSpending(await admin.getSpend({ id }, asMerchant), await currency()))),
    part<{ ledger: CreditsDto; currency: string }>(
      ['credits', 'redemption'],
      asMember && (async () => ({ ledger: await storefront.readCredits({ id, limit: firstPage }, asMember), currency: await currency() })),
    ),
    // If this part is late, it is left out; the ledger is still shown.
    part<Expiring | null>(['credits'], asMember && (() => findExpiring().catch(() => null))),
  ])
  if (refused) throw refused
  const open = await openRead
  for (const [error, parts] of failures) note(parts, error)
  const unavailable = [...failures.values()].flat()
  // A redemption that cannot be settled in time keeps its old state, and is settled at the next request.
  const pending = open && credits ? await withDeadline(late, open.after(credits.ledger, credits.currency)).catch(() => open.asStored) : open?.asStored

  return {
    program: program ?? null,
    member: member ?? null,
    tier: tier ?? null,
    tiers: tiers ?? [],
    benefits: benefits ?? [],
    campaigns: campaigns ?? [],
    spend: null,
    ...spend,
    credits: {
      ...(credits && wanted.has('credits') ? toCreditPage(credits.ledger, credits.currency) : { entries: [], next: null }),
      expiring: expiring ?? null,
    },
    redemption: credits?.ledger.redemption && wanted.has('redemption') ? toHeldCode(credits.ledger.redemption, credits.currency) : null,
    pending: pending ?? [],
    unavailable: membershipParts.filter((name) => unavailable.includes(name)),
    may: [...may],
  }
}

/** Reads parts of the screen, and collects the missing parts by the error that they are missing for. */
function createPartReader(wanted: ReadonlySet<MembershipPart>) {
  const failures = new Map<unknown, MembershipPart[]>()
  const fail = (error: unknown, names: MembershipPart[]) => void failures.set(error, [...(failures.get(error) ?? []), ...names])

  /** The value of a part; undefined if it is not wanted, not available to this shopper, or late. */
  async function part<Value>(names: MembershipPart[], ask: false | undefined | (() => Promise<Value>)): Promise<Value | undefined> {
    const needed = names.filter((name) => wanted.has(name))
    if (!ask || needed.length === 0) return undefined
    try {
      return await ask()
    } catch (error) {
      fail(error, needed)
      return undefined
    }
  }
  return { part, fail, failures }
}

/** The lists of benefits. If those beside the list of the tier are missing, only the benefits of the tier are shown, and the rest can be requested again. */
async function readBenefits(program: CachedProgram, tier: string | undefined, late: AbortSignal | undefined, onMissing: (error: unknown) => void) {
  const [ofTier, ofAll] = await Promise.all([
    tier ? withDeadline(late, program.benefitsOf(tier)) : [],
    withDeadline(late, readBenefitsOfAll(program, tier)).catch((error: unknown) => {
      if (!tier) throw error
      onMissing(error)
      return { ofMerchant: [], ofOthers: [] }
    }),
  ])
  return { ofTier, ...ofAll }
}

/** The merchant's list of benefits, and the lists of the other tiers. */
async function readBenefitsOfAll(program: CachedProgram, tier: string | undefined) {
  const asked = Promise.allSettled([program.benefitsOfOthers(tier)])
  const ofMerchant = await program.benefits()
  const [others] = await asked
  // Without the lists of the other tiers, the owner of each benefit in the merchant's list is unknown.
  if (others.status === 'rejected' && ofMerchant.length > 0) throw others.reason
  return { ofMerchant, ofOthers: others.status === 'fulfilled' ? others.value : [] }
}

function memoize<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | undefined
  return () => (asked ??= ask())
}

/** The response, or a rejection when the time is over; the request itself continues. */
function withDeadline<Value>(deadline: AbortSignal | undefined, answer: Promise<Value>): Promise<Value> {
  if (!deadline) return answer
  return new Promise((resolve, reject) => {
    const end = () => reject(deadline.reason as Error)
    if (deadline.aborted) end()
    else deadline.addEventListener('abort', end, { once: true })
    answer.then(resolve, reject)
  })
}
