import { createHash } from 'node:crypto'
import type { Money } from '../../../src/contract/money.ts'
import type { CreditDto, CreditsDto } from '../../upstream/loyalty.ts'
import type { RedemptionOutcome, Unfinished } from './redemption-store.ts'
import { toCents, toDecimal } from '../amounts.ts'

/** Digests of a ledger before a redemption. They show what is new without a comparison of clocks. */
interface Before {
  entries: string[]
  code: string
}

/** Writes down a ledger, as JSON. */
export const noteLedger = (ledger: CreditsDto): string => JSON.stringify({ entries: ledger.credits.map(toMovement), code: toCode(ledger) } satisfies Before)

/**
 * The outcomes of a member's redemptions that a ledger shows and that are not stored yet. The redemptions must be read after the ledger, because one that
 * began in between may have made an entry in it. Each movement settles one redemption. Of two redemptions of the same amount, of which one took no
 * effect in time, the newer one is more likely, even if its response has not come yet.
 */
export function outcomesIn(ledger: CreditsDto, { redemptions, movements }: Unfinished, currency: string | undefined): RedemptionOutcome[] {
  const taken = new Set(movements)
  return redemptions.flatMap((redemption): RedemptionOutcome[] => {
    const { id, state, cents, movement } = redemption
    const amount: Money = { cents, currency: redemption.currency }
    const before = JSON.parse(redemption.before) as Before
    const held = ledger.redemption
    // Each redemption makes a code, or replaces the last code by one for the sum (A37).
    const isMade = held && toCode(ledger) !== before.code
    const worth = isMade ? toCents(held.value, currency ?? amount.currency) : NaN
    const made = isMade && Number.isSafeInteger(worth) ? { code: held.code, cents: worth } : null
    const mayBeIts = (entry: CreditDto) => mayBeOf(entry, amount) && !before.entries.includes(toMovement(entry))
    // One of the two ways to read a ledger may show no codes; a ledger from before the redemption shows an older code.
    if (state === 'settled') return made && movement !== null && ledger.credits.some(mayBeIts) ? [{ id, movement, code: made }] : []
    const moved = ledger.credits.find((entry) => mayBeIts(entry) && !taken.has(toMovement(entry)))
    if (moved) taken.add(toMovement(moved))
    if (!moved || state === 'sending' || (held && !isMade)) return []
    return [{ id, movement: toMovement(moved), code: made }]
  })
}

/** A short digest that identifies a text. */
export const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** A name for a ledger entry, because entries have no id (A17). */
export const toMovement = ({ createdAt, amount, reason }: CreditDto) => digest(`${createdAt ?? ''}|${Number(amount)}|${reason ?? ''}`)

const toCode = ({ redemption }: CreditsDto) => (redemption ? digest(`${redemption.code}|${Number(redemption.value)}`) : '')

/** Whether this entry may be a redemption of this amount. */
const mayBeOf = (entry: CreditDto, amount: Money) => Number(entry.amount) === -toDecimal(amount) && mayBeRedemption(entry)

/** Whether a ledger may hold a redemption of this amount without a time, which could not be distinguished from a later one. */
export const hasUndatedRedemption = ({ credits }: CreditsDto, amount: Money) => credits.some((entry) => !entry.createdAt && mayBeOf(entry, amount))

/** Reasons that are certainly not a redemption; an unknown reason may be one (A18). */
const otherReasons = new Set(['MANUAL', 'EARNED_FROM_PURCHASE', 'SIGNUP', 'RECURRING', 'ANNIVERSARY', 'BIRTHDAY', 'REFERRAL', 'EXPIRED', 'REFUND'])
const mayBeRedemption = ({ reason }: CreditDto) => !otherReasons.has(reason?.toUpperCase() ?? '')
