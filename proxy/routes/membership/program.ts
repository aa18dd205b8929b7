import { LRUCache } from 'lru-cache'
import type { ZodError } from 'zod'
import { ResponseError } from '../../../src/contract/client.ts'
import { misread, type CheckedCallOptions } from '../../upstream/checking.ts'
import type { BenefitDto, CampaignDto, MerchantDto, TierDto } from '../../upstream/loyalty.ts'
import type { LoyaltyClients } from '../../upstream/services.ts'

/** Milliseconds that an answer is good for; a webhook ends that sooner. */
const kept = 60_000
/** Milliseconds for which others wait for the answer to a question that was asked before: one that hangs keeps nobody any longer. */
const joined = 2_000
/** Tiers whose benefits and campaigns are remembered at a time; no programme is known to have a tenth of them. */
const tiersHeld = 200

/** What is the same for every shopper, remembered for a while. Whatever is a member's own is never in here. */
export interface RememberedProgram {
  merchant(): Promise<MerchantDto>
  tiers(): Promise<TierDto[]>
  /** Those that hang on no tier. */
  benefits(): Promise<BenefitDto[]>
  /** Those of a tier, which are the same for whoever is in it. */
  benefitsOf(tier: string): Promise<BenefitDto[]>
  /** Those of all tiers but this one. */
  benefitsOfOthers(tier: string | undefined): Promise<BenefitDto[]>
  campaignsOf(tier: string): Promise<CampaignDto[]>
  /** Something has changed: whoever asks from now on gets what the service says from now on. */
  forget(): void
}

/** The merchant's programme, for which the service is asked once however many wait for it. What fails is not remembered. */
export function rememberProgram({ admin }: Pick<LoyaltyClients, 'admin'>, leftOut: LeftOut = () => {}): RememberedProgram {
  const merchant = remember(() => admin.getMerchant({}, { leftOut: (fault) => leftOut('getMerchant', fault) }))
  const tiers = remember(() => readEntries('listTiers', (call) => admin.listTiers({}, call), leftOut))
  const benefits = remember(() => readEntries('listBenefits', (call) => admin.listBenefits({}, call), leftOut))
  const benefitsOf = rememberEach((id) => readEntries('listTierBenefits', (call) => admin.listTierBenefits({ id }, call), leftOut))
  const campaignsOf = rememberEach((id) => readEntries('listTierCampaigns', (call) => admin.listTierCampaigns({ id }, call), leftOut))
  /** A tier that is listed, and has no list of its own, has no benefits. */
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
      if (others.length > tiersHeld)
        throw misread('listTiers', new TypeError(`it lists more than ${tiersHeld} tiers, each of which would have to be asked about`))
      return (await Promise.all(others.map(({ id }) => benefitsIfAny(id)))).flat()
    },
    campaignsOf: campaignsOf.ask,
    forget() {
      for (const part of [merchant, tiers, benefits, benefitsOf, campaignsOf]) part.forget()
    },
  }
}

/** Told of what was left out of an answer, since it could not be understood. */
type LeftOut = (verb: string, fault: ZodError) => void

/** A list without its broken entries. Where none is left, the answer counts as broken: an empty list would say something else. */
async function readEntries<Entry>(verb: string, ask: (call: CheckedCallOptions) => Promise<Entry[]>, leftOut: LeftOut): Promise<Entry[]> {
  let fault: ZodError | undefined
  const entries = await ask({ leftOut: (error) => (fault = error) })
  if (fault && entries.length === 0) throw misread(verb, fault)
  if (fault) leftOut(verb, fault)
  return entries
}

/** One question, whose answer is given to all who ask while it is good. */
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
    /** An answer that is on its way may be from before the change: those who wait get it, and nobody else. */
    forget() {
      known = undefined
    },
  }
}

/** The same question about one thing or another, each answer remembered by itself. */
function rememberEach<Value>(question: (id: string) => Promise<Value>) {
  const known = new LRUCache<string, ReturnType<typeof remember<Value>>>({ max: tiersHeld, memoMethod: (id) => remember(() => question(id)) })
  return {
    ask: (id: string): Promise<Value> => known.memo(id).ask(),
    forget: () => known.clear(),
  }
}
