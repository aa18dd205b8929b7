import { createHash } from 'node:crypto'
import type { Money } from '../../../src/contract/money.ts'
import type { CreditDto, CreditsDto } from '../../upstream/loyalty.ts'
import type { RedemptionOutcome, Unfinished } from './redemption-store.ts'
import { toCents, toDecimal } from '../amounts.ts'

/** What a ledger was before a redemption, so that what is new can be told without comparing clocks. Digests are enough for that. */
interface Before {
  entries: string[]
  code: string
}

/** Notes what a ledger is, as JSON. */
export const noteLedger = (ledger: CreditsDto): string => JSON.stringify({ entries: ledger.credits.map(toMovement), code: toCode(ledger) } satisfies Before)

/**
 * What a ledger says of a member's redemptions that is not known yet; they have to be read once it is at hand, since one that began
 * meanwhile may have made what it shows. Each movement settles one of them, whoever asked for it: of two of the same amount, one of which
 * took no effect in its time, the newer one is the likelier, even while its answer has not come.
 */
export function outcomesIn(ledger: CreditsDto, { redemptions, movements }: Unfinished, currency: string | undefined): RedemptionOutcome[] {
  const taken = new Set(movements)
  return redemptions.flatMap((redemption): RedemptionOutcome[] => {
    const { id, state, cents, movement } = redemption
    const amount: Money = { cents, currency: redemption.currency }
    const before = JSON.parse(redemption.before) as Before
    const held = ledger.redemption
    // Each redemption makes a code, or puts one for the sum in the place of the last (A37).
    const isMade = held && toCode(ledger) !== before.code
    const worth = isMade ? toCents(held.value, currency ?? amount.currency) : NaN
    const made = isMade && Number.isSafeInteger(worth) ? { code: held.code, cents: worth } : null
    const mayBeIts = (entry: CreditDto) => mayBeOf(entry, amount) && !before.entries.includes(toMovement(entry))
    // Of the two ways to read a ledger, one may not tell of codes; one that was read before the redemption tells of an older code.
    if (state === 'settled') return made && movement !== null && ledger.credits.some(mayBeIts) ? [{ id, movement, code: made }] : []
    const moved = ledger.credits.find((entry) => mayBeIts(entry) && !taken.has(toMovement(entry)))
    if (moved) taken.add(toMovement(moved))
    if (!moved || state === 'sending' || (held && !isMade)) return []
    return [{ id, movement: toMovement(moved), code: made }]
  })
}

/** What a text is known by where it need not be read. */
export const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** What an entry is known by: none has an id of its own (A17). */
export const toMovement = ({ createdAt, amount, reason }: CreditDto) => digest(`${createdAt ?? ''}|${Number(amount)}|${reason ?? ''}`)

const toCode = ({ redemption }: CreditsDto) => (redemption ? digest(`${redemption.code}|${Number(redemption.value)}`) : '')

/** Whether this entry may be a redemption of that amount. */
const mayBeOf = (entry: CreditDto, amount: Money) => Number(entry.amount) === -toDecimal(amount) && mayBeRedemption(entry)

/** Whether a redemption of that amount may stand in a ledger without a time, so that an earlier one could not be told from a later one. */
export const hidesOneOf = ({ credits }: CreditsDto, amount: Money) => credits.some((entry) => !entry.createdAt && mayBeOf(entry, amount))

/** Reasons that are something else for certain; one that is not known here may be a redemption (A18). */
const otherReasons = new Set(['MANUAL', 'EARNED_FROM_PURCHASE', 'SIGNUP', 'RECURRING', 'ANNIVERSARY', 'BIRTHDAY', 'REFERRAL', 'EXPIRED', 'REFUND'])
const mayBeRedemption = ({ reason }: CreditDto) => !otherReasons.has(reason?.toUpperCase() ?? '')
