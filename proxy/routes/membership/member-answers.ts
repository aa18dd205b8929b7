import type { Campaign, CreditEntry, CreditPage, HeldCode, Member, Membership, Program, Spend, SpendEnds } from '../../../src/contract/loyalty.ts'
import { toCursor } from '../../upstream/cursor.ts'
import { decimal } from '../../upstream/lenient.schema.ts'
import type { CampaignDto, CreditDto, CreditsDto, HeldRedemptionDto, MemberDto, MerchantDto, SpendDto } from '../../upstream/loyalty.ts'
import { readCurrency, toMoney } from '../amounts.ts'

/** The programme, as the screen shows it. */
export const toProgram = ({ merchantName, currency, creditsEnabled }: MerchantDto): Program => ({
  name: merchantName ?? null,
  currency: readCurrency(currency) ?? '',
  credits_enabled: creditsEnabled !== false,
})

/** A member, with amounts as money. */
export const toMember = ({ firstName, status, credit, creditsEarned, joinedAt, createdAt, keepInSpendBasedTier }: MemberDto, currency: string): Member => ({
  first_name: firstName ?? null,
  status,
  credits: toMoney(credit ?? 0, currency),
  credits_earned: toMoney(creditsEarned ?? 0, currency),
  joined_at: joinedAt ?? createdAt ?? null,
  ...(keepInSpendBasedTier && { keeps_tier: true }),
})

/** A campaign; its dates are ISO 8601. */
export const toCampaign = ({ id, name, startDate, endDate }: CampaignDto): Campaign => ({
  id,
  name: name ?? '',
  starts_at: toIso(startDate),
  ends_at: toIso(endDate),
})

/** Dates come as ISO 8601 and as `2022-05-13 20:26:01 +00:00` (A27). */
function toIso(date: string | null | undefined): string | null {
  const time = Date.parse(date?.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) ([+-])/, '$1T$2$3') ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** The sum that a member spent in each period, and the end of each period. */
export type Spending = Pick<Membership, 'spend' | 'spend_ends_at'>

const periodsOfSpend: Record<string, keyof Spend> = {
  monthly: 'monthly',
  quarterly: 'quarterly',
  semiannual: 'semi_annual',
  annual: 'annual',
  alltime: 'all_time',
}

/** Converts the spend. Keys are matched loosely; an amount is a number or an object, which may hold the end of its period (A21). */
export function toSpending(data: SpendDto, currency: string): Spending {
  const spend: Spend = {}
  const ends: SpendEnds = {}
  for (const [key, value] of Object.entries(data ?? {})) {
    const period = periodsOfSpend[key.toLowerCase().replace(/[_-]|spend/g, '')]
    const { amount, endsAt, endDate } = (typeof value === 'object' ? (value ?? {}) : { amount: value }) as Record<string, unknown>
    const { data: spent } = decimal.safeParse(amount)
    if (!period || spent === undefined) continue
    spend[period] = toMoney(spent, currency)
    const end = endsAt ?? endDate
    const at = typeof end === 'string' && toIso(end)
    if (at) ends[period] = at
  }
  return {
    spend: Object.keys(spend).length > 0 ? spend : null,
    ...(Object.keys(ends).length > 0 && { spend_ends_at: ends }),
  }
}

/** Undefined for an entry without a time. */
const toCreditEntry = ({ amount, newBalance, reason, note, orderId, createdAt, expirationDate }: CreditDto, currency: string): CreditEntry | undefined =>
  createdAt
    ? {
        amount: toMoney(amount, currency),
        balance_after: newBalance == null ? null : toMoney(newBalance, currency),
        reason: reason ?? '',
        note: note || null,
        ...((typeof orderId === 'number' || (typeof orderId === 'string' && orderId)) && { order_id: String(orderId) }),
        created_at: createdAt,
        expires_at: expirationDate ?? null,
      }
    : undefined

/** A page of the ledger, newest first, and the cursor of the next page. */
export const toCreditPage = ({ credits, lastCreditEntry }: CreditsDto, currency: string): CreditPage => ({
  entries: credits.flatMap((entry) => toCreditEntry(entry, currency) ?? []),
  next: toCursor(lastCreditEntry) ?? null,
})

/** A redemption code that the member holds, with its value as money. */
export const toHeldCode = ({ code, value }: HeldRedemptionDto, currency: string): HeldCode => ({ code, value: toMoney(value, currency) })
