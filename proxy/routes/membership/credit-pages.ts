import { LRUCache } from 'lru-cache'
import type { CheckedCallOptions } from '../../upstream/checked-client.ts'
import { toCursor } from '../../upstream/cursor.ts'
import type { CreditDto, CreditsDto } from '../../upstream/loyalty.ts'
import type { LoyaltyClients } from '../../upstream/services.ts'
import { digest, toMovement } from '../redemptions/ledger.ts'

/** Milliseconds for which a whole history serves further pages; a first page is always read again. */
const ttl = 60_000
/** Limits of the cache: whole histories, and characters of JSON in all of them. A history that does not fit is read for each page. */
const historiesHeld = 200
const charactersHeld = 32 * 1024 * 1024

/** The start of a page. */
interface PageStart {
  /** The number of entries on the pages before. */
  shown: number
  /** Digest of the last of those entries, because new entries on top move it down. */
  last: string
  /** The service's own cursor; empty if the page is cut from the whole history. */
  cursor: string
}

/**
 * The same clients, with credits in pages even from a service that ignores `limit`, its cursor or both (A45): then the whole history is read
 * once and cut into pages. A service that supports pages is requested for each of them.
 */
export function withCreditPages(loyalty: LoyaltyClients): LoyaltyClients {
  const { readCredits } = loyalty.storefront
  const histories = new LRUCache<string, CreditsDto>({
    max: historiesHeld,
    maxSize: charactersHeld,
    sizeCalculation: (history) => JSON.stringify(history).length,
    ttl: ttl,
  })
  const reading = new Map<string, Promise<CreditsDto>>()

  /** All entries of a member; callers at the same time share one request. */
  async function historyOf(id: string, call?: CheckedCallOptions): Promise<CreditsDto> {
    const known = histories.get(id)
    if (known) return known
    const asked = reading.get(id) ?? readCredits({ id }, call)
    reading.set(id, asked)
    try {
      const history = await asked
      histories.set(id, history)
      return history
    } finally {
      if (reading.get(id) === asked) reading.delete(id)
    }
  }

  async function readPage(input: Parameters<typeof readCredits>[0], call?: CheckedCallOptions): Promise<CreditsDto> {
    const { id, limit, lastCreditEntry } = input
    if (limit === undefined) return readCredits(input, call)
    const start = readPageStart(lastCreditEntry)
    if (!start) {
      const page = await readCredits(input, call)
      if (lastCreditEntry !== undefined || page.credits.length <= limit) return following(page)
      histories.set(id, page)
      return cut(page, limit)
    }
    if (!start.cursor) return cut(await historyOf(id, call), limit, start)
    const page = await readCredits({ ...input, lastCreditEntry: start.cursor }, call)
    if (!page.credits.some((entry) => toName(entry) === start.last)) return following(page, start)
    // The page begins before the requested start, so the service ignored the cursor. A cursor at the end of this page would be ignored too.
    if (page.credits.length > limit) histories.set(id, page)
    return cut({ ...(await historyOf(id, call)), lastCreditEntry: undefined }, limit, start)
  }

  return { ...loyalty, storefront: { ...loyalty.storefront, readCredits: readPage } }
}

/** A page as the service cut it, with a cursor to the entries after it. */
function following(page: CreditsDto, { shown, last }: Omit<PageStart, 'cursor'> = { shown: 0, last: '' }): CreditsDto {
  const cursor = toCursor(page.lastCreditEntry)
  const end = page.credits.at(-1)
  if (!cursor) return page
  return { ...page, lastCreditEntry: writePageStart({ shown: shown + page.credits.length, last: end ? toName(end) : last, cursor }) }
}

/** A page of the whole history, from this start on. */
function cut(history: CreditsDto, limit: number, from?: PageStart): CreditsDto {
  const start = from ? startIn(history.credits, from) : 0
  const credits = history.credits.slice(start, start + limit)
  const shown = start + credits.length
  const end = credits.at(-1)
  if (!end || shown >= history.credits.length) return following({ ...history, credits }, { shown: start, last: from?.last ?? '' })
  return { ...history, credits, lastCreditEntry: writePageStart({ shown, last: toName(end), cursor: '' }) }
}

/** The index of the first entry that was not shown: after the last entry shown, or if that entry is gone, after as many entries as were shown. */
function startIn(credits: readonly CreditDto[], { shown, last }: PageStart): number {
  const isLast = (entry: CreditDto) => toName(entry) === last
  const below = credits.findIndex((entry, position) => position >= shown - 1 && isLast(entry))
  const found = below < 0 ? credits.slice(0, shown).findLastIndex(isLast) : below
  return found < 0 ? shown : found + 1
}

/** A name for an entry, because entries have no id (A17); two entries that are otherwise equal differ in their balance. */
const toName = (entry: CreditDto) => digest(`${toMovement(entry)}|${entry.newBalance ?? ''}`)

const writePageStart = ({ shown, last, cursor }: PageStart) => `${shown}~${last}~${cursor}`

/** Parses a cursor; undefined for the first page, and for a plain cursor of the service. */
function readPageStart(text: string | undefined): PageStart | undefined {
  const [, shown, last, cursor] = /^(\d{1,9})~([\w-]{0,22})~(.*)$/s.exec(text ?? '') ?? []
  return shown === undefined || last === undefined || cursor === undefined ? undefined : { shown: Number(shown), last, cursor }
}
