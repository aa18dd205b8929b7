import { LRUCache } from 'lru-cache'
import type { ZodError } from 'zod'
import { ResponseError } from '../../../src/contract/client.ts'
import { misread, type CheckedCallOptions } from '../../upstream/checking.ts'
import type { BenefitDto, CampaignDto, MerchantDto, TierDto } from '../../upstream/loyalty.ts'
import type { LoyaltyClients } from '../../upstream/services.ts'

/** Milliseconds that a response stays valid; a webhook ends this earlier. */
const kept = 60_000
/** Milliseconds for which later callers join a pending request: a request that hangs blocks nobody longer than this. */
const joined = 2_000
/** The most tiers whose benefits and campaigns are remembered; no known program has a tenth of that. */
const tiersHeld = 200

/** What is the same for every shopper, remembered for some time. It never holds data of one member. */
export interface RememberedProgram {
  merchant(): Promise<MerchantDto>
  tiers(): Promise<TierDto[]>
  /** The merchant's list of benefits, which names no tier in its request. */
  benefits(): Promise<BenefitDto[]>
  /** The benefits of a tier, which are the same for all its members. */
  benefitsOf(tier: string): Promise<BenefitDto[]>
  /** The benefits of all tiers but this one. */
  benefitsOfOthers(tier: string | undefined): Promise<BenefitDto[]>
  campaignsOf(tier: string): Promise<CampaignDto[]>
  /** Forgets everything, because something has changed: later calls request the service again. */
  forget(): void
}

/** Remembers the merchant's program. Callers at the same time share one request to the service; failures are not remembered. */
export function rememberProgram({ admin }: Pick<LoyaltyClients, 'admin'>, leftOut: LeftOut = () => {}): RememberedProgram {
  const merchant = remember(() => admin.getMerchant({}, { leftOut: (fault) => leftOut('getMerchant', fault) }))
  const tiers = remember(() => readEntries('listTiers', (call) => admin.listTiers({}, call), leftOut))
  const benefits = remember(() => readEntries('listBenefits', (call) => admin.listBenefits({}, call), leftOut))
  const benefitsOf = rememberEach((id) => readEntries('listTierBenefits', (call) => admin.listTierBenefits({ id }, call), leftOut))
  const campaignsOf = rememberEach((id) => readEntries('listTierCampaigns', (call) => admin.listTierCampaigns({ id }, call), leftOut))
  /** The benefits of a tier; none if the service has no list for it. */
  const benefitsIfAny = (id: string) =>
    benefitsOf.ask(id).catch((error: unknown) => {
      if (error instanceof ResponseError && error.status === 404) return []
      throw error
    })
  return {
    merchant: merchant.ask,
    tiers: tiers.ask,
    benefits: benefits.ask,
    benefitsOf: benefitsOf.ask,
    async benefitsOfOthers(tier) {
      const others = (await tiers.ask()).filter(({ id }) => id !== tier)
      if (others.length > tiersHeld) throw misread('listTiers', new TypeError(`it lists more than ${tiersHeld} tiers, and each would need its own request`))
      return (await Promise.all(others.map(({ id }) => benefitsIfAny(id)))).flat()
    },
    campaignsOf: campaignsOf.ask,
    forget() {
      for (const part of [merchant, tiers, benefits, benefitsOf, campaignsOf]) part.forget()
    },
  }
}

/** Called with the parts of a response that were left out because they could not be understood. */
type LeftOut = (verb: string, fault: ZodError) => void

/** A list without its broken entries. If all entries are broken, the response counts as broken, because an empty list would be wrong. */
async function readEntries<Entry>(verb: string, ask: (call: CheckedCallOptions) => Promise<Entry[]>, leftOut: LeftOut): Promise<Entry[]> {
  let fault: ZodError | undefined
  const entries = await ask({ leftOut: (error) => (fault = error) })
  if (fault && entries.length === 0) throw misread(verb, fault)
  if (fault) leftOut(verb, fault)
  return entries
}

/** Remembers one response, and gives it to all callers while it is valid. */
function remember<Value>(question: () => Promise<Value>) {
  let known: { answer: Promise<Value>; until: number } | undefined
  return {
    ask(): Promise<Value> {
      if (known && performance.now() < known.until) return known.answer
      const asked = { answer: question(), until: performance.now() + joined }
      known = asked
      asked.answer.then(
        () => (asked.until = performance.now() + kept),
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
function rememberEach<Value>(question: (id: string) => Promise<Value>) {
  const known = new LRUCache<string, ReturnType<typeof remember<Value>>>({ max: tiersHeld, memoMethod: (id) => remember(() => question(id)) })
  return {
    ask: (id: string): Promise<Value> => known.memo(id).ask(),
    forget: () => known.clear(),
  }
}
