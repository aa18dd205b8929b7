import { LRUCache } from 'lru-cache'
import type { ZodError } from 'zod'
import { ResponseError } from '../../src/contract/client.ts'
import { misread, type CheckedCallOptions } from '../upstream/checked-client.ts'
import type { BenefitDto, CampaignDto, MerchantDto, TierDto } from '../upstream/loyalty.ts'
import type { LoyaltyClients } from '../upstream/services.ts'

/** Milliseconds that a response stays valid; a webhook ends this earlier. */
const ttl = 60_000
/** Milliseconds for which later callers join a pending request: a request that hangs blocks nobody longer than this. */
const joinWindow = 2_000
/** The most tiers whose benefits and campaigns are remembered; no known loyalty programme has a tenth of that. */
const mostTiers = 200
/** The most tiers that a table compares. */
const mostColumns = 12

/** What is the same for every shopper, remembered for some time. It never holds data of one member. */
export interface CachedProgram {
  merchant(): Promise<MerchantDto>
  tiers(): Promise<TierDto[]>
  /** The merchant's list of benefits, which names no tier in its request. */
  benefits(): Promise<BenefitDto[]>
  /** The benefits of a tier, which are the same for all its members. */
  benefitsOf(tier: string): Promise<BenefitDto[]>
  /** The benefits of all tiers but this one. */
  benefitsOfOthers(tier: string | undefined): Promise<BenefitDto[]>
  /** The benefits of each tier in a table of tiers; none if there are too many tiers for a table. */
  benefitsByTier(): Promise<Map<string, BenefitDto[]>>
  campaignsOf(tier: string): Promise<CampaignDto[]>
  /** The campaigns of all tiers, each once; none if there are too many tiers for a table. */
  campaignsOfAll(): Promise<CampaignDto[]>
  /** Forgets everything, because something has changed: later calls request the service again. */
  invalidate(): void
}

/** Remembers the merchant's loyalty programme. Callers at the same time share one request to the service; failures are not remembered. */
export function cacheProgram({ admin }: Pick<LoyaltyClients, 'admin'>, onLeftOut: OnLeftOut = () => {}): CachedProgram {
  const merchant = cacheResponse(() => admin.getMerchant({}, { onLeftOut: (fault) => onLeftOut('getMerchant', fault) }))
  const tiers = cacheResponse(() => readEntries('listTiers', (call) => admin.listTiers({}, call), onLeftOut))
  const benefits = cacheResponse(() => readEntries('listBenefits', (call) => admin.listBenefits({}, call), onLeftOut))
  const benefitsOf = cacheResponses((id) => readEntries('listTierBenefits', (call) => admin.listTierBenefits({ id }, call), onLeftOut))
  const campaignsOf = cacheResponses((id) => readEntries('listTierCampaigns', (call) => admin.listTierCampaigns({ id }, call), onLeftOut))
  /** The benefits of a tier; none if the service has no list for it. */
  const benefitsIfAny = (id: string) =>
    benefitsOf.ask(id).catch((error: unknown) => {
      if (error instanceof ResponseError && error.status === 404) return []
      throw error
    })
  /** The ids of the tiers in a table. */
  const columns = async () => {
    const enabled = (await tiers.ask()).filter(({ enabled }) => enabled !== false)
    return enabled.length > mostColumns ? [] : enabled.map(({ id }) => id)
  }
  return {
    merchant: merchant.ask,
    tiers: tiers.ask,
    benefits: benefits.ask,
    benefitsOf: benefitsOf.ask,
    async benefitsOfOthers(tier) {
      const others = (await tiers.ask()).filter(({ id }) => id !== tier)
      if (others.length > mostTiers) throw misread('listTiers', new TypeError(`it lists more than ${mostTiers} tiers, and each would need its own request`))
      return (await Promise.all(others.map(({ id }) => benefitsIfAny(id)))).flat()
    },
    benefitsByTier: async () => new Map(await Promise.all((await columns()).map(async (id) => [id, await benefitsIfAny(id)] as const))),
    campaignsOf: campaignsOf.ask,
    async campaignsOfAll() {
      const lists = await Promise.all((await columns()).map(campaignsOf.ask))
      return [...new Map(lists.flat().map((campaign) => [campaign.id, campaign])).values()]
    },
    invalidate() {
      for (const part of [merchant, tiers, benefits, benefitsOf, campaignsOf]) part.forget()
    },
  }
}

/** Called with the parts of a response that were left out because they could not be understood. */
type OnLeftOut = (verb: string, fault: ZodError) => void

/** A list without its broken entries. If all entries are broken, the response counts as broken, because an empty list would be wrong. */
async function readEntries<Entry>(verb: string, ask: (call: CheckedCallOptions) => Promise<Entry[]>, onLeftOut: OnLeftOut): Promise<Entry[]> {
  let fault: ZodError | undefined
  const entries = await ask({ onLeftOut: (error) => (fault = error) })
  if (fault && entries.length === 0) throw misread(verb, fault)
  if (fault) onLeftOut(verb, fault)
  return entries
}

/** Remembers one response, and gives it to all callers while it is valid. */
function cacheResponse<Value>(question: () => Promise<Value>) {
  let known: { answer: Promise<Value>; until: number } | undefined
  return {
    ask(): Promise<Value> {
      if (known && performance.now() < known.until) return known.answer
      const asked = { answer: question(), until: performance.now() + joinWindow }
      known = asked
      asked.answer.then(
        () => (asked.until = performance.now() + ttl),
        () => {
          if (known === asked) known = undefined
        },
      )
      return asked.answer
    },
    /** A pending response may be older than the change: only the callers that already wait get it. */
    forget() {
      known = undefined
    },
  }
}

/** Remembers one response per id. */
function cacheResponses<Value>(question: (id: string) => Promise<Value>) {
  const known = new LRUCache<string, ReturnType<typeof cacheResponse<Value>>>({ max: mostTiers, memoMethod: (id) => cacheResponse(() => question(id)) })
  return {
    ask: (id: string): Promise<Value> => known.memo(id).ask(),
    forget: () => known.clear(),
  }
}
