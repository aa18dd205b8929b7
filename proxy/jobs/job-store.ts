import type { MerchantConfig } from '../config/merchant-settings.ts'
import { Refusal } from '../http/problems.ts'
import { acceptAll, type Handing } from './accepting.ts'
import { claimsOf, decideClaim, findClaim, listClaims, openClaim } from '../claims/claim-rows.ts'
import type { Claims } from '../claims/claim-store.ts'
import { isOfOne, openDatabase, type Database } from '../store/database.ts'
import { keepFacts, readFact } from '../store/facts.ts'
import { grouped } from '../store/group-commit.ts'
import { atOnce } from './inserting.ts'
import { checkWork } from './check-names.ts'
import {
  beginRedemption,
  dropRedemption,
  failedRedemption,
  findRedemption,
  sendRedemption,
  sentRedemption,
  settleRedemption,
  unfinishedRedemptions,
  useProofs,
} from '../routes/redemptions/redemption-rows.ts'
import type { Redemptions } from '../routes/redemptions/redemption-store.ts'
import { countOpen, countWorks, dropWorks, findWork, listWorks, retryWorks, type Depth } from './reading.ts'
import { keepRevocation, readRevocations, type Revocations } from '../identity/revocations.ts'
import { checkShop } from '../store/shop-of-store.ts'
import type { TryCounts } from '../identity/limit-store.ts'
import { giveTriesBack, takeTries } from '../identity/limit-rows.ts'
import type { Accepted, Queue } from './job.ts'

/** The queue of a store that others work. */
export interface Desk extends Queue, Claims, Redemptions, Revocations, TryCounts {
  /** What is not done. */
  depth(): Promise<Depth[]>
  /** Stores something that nobody needs; rejects where nothing can be stored. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Opens a store beside the proxy that works it. Rejects with a {@link ConfigError} where there is none, where this program does not fit it, or where it is not this shop's. */
export async function openDesk(where: MerchantConfig['store'], shop?: string): Promise<Desk> {
  const database = await openDatabase(where, { renew: false })
  if (shop !== undefined)
    await checkShop(database, shop).catch(async (error: unknown) => {
      await database.close()
      throw error
    })
  return { ...createDesk({ database, due: () => atOnce }), close: () => database.close() }
}

interface DeskParts {
  database: Database
  now?: () => number
  /** When works are due that are not put off, where that is another time. */
  due?: () => number
  committed?: (seconds: number) => void
  /** Told after each commit that may have brought something to do. */
  brought?: () => void
}

/** What is stored to see whether anything can be: as much as a report, which a disk may have no room for that still takes a word. */
const probe = { name: 'check', value: '.'.repeat(8_192) }
/** Handings, or proofs, that share one commit. */
const most = 500
/** Seconds after which a store that could not be used may be asked again. */
const retryAfter = 5

/** Takes works in and tells of them; whoever does them is told that there is something to do. */
export function createDesk({ database, now = Date.now, due = now, committed = () => {}, brought = () => {} }: DeskParts): Omit<Desk, 'close'> {
  const { store, transact } = database

  const acceptTogether = grouped<Handing, Accepted>(
    async (handings) => {
      const began = performance.now()
      const accepted = await transact((within) => acceptAll(within, handings, now(), due()))
      committed((performance.now() - began) / 1000)
      brought()
      return accepted
    },
    { most, isOfOne },
  )

  const useTogether = grouped<{ name: string; until: number }, boolean>((proofs) => transact((within) => useProofs(within, proofs)), {
    most,
    isOfOne,
  })

  const reached = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    try {
      return await act()
    } catch (cause) {
      if (cause instanceof Refusal) throw cause
      throw new Refusal('overloaded', 'What is reported cannot be stored right now, and nothing of this was. Send it again in some seconds.', {
        retryAfter,
        cause,
      })
    }
  }
  const bringing = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    const result = await reached(act)
    brought()
    return result
  }

  return {
    async accept(works, delivery) {
      for (const work of works) checkWork(work)
      return reached(() => acceptTogether({ works, delivery }))
    },
    find: (id) => reached(() => findWork(store, id)),
    list: (filter) => reached(() => listWorks(store, filter)),
    retry: (ids) => bringing(() => transact((within) => retryWorks(within, ids, now(), due()))),
    drop: (ids, note) => bringing(() => transact((within) => dropWorks(within, ids, note, now(), due()))),
    stats: () => reached(() => countWorks(store, now())),
    fact: <Value>(name: string) => reached(() => readFact(store, name)) as Promise<Value | undefined>,
    now: () => Promise.resolve(now()),
    depth: () => reached(() => countOpen(store, now())),
    check: () => reached(() => transact((within) => keepFacts(within, { [probe.name]: probe.value }, now()))),
    openClaim: (claim) => bringing(() => transact((within) => openClaim(within, claim, now(), due()))),
    findClaim: (key) => reached(() => findClaim(store, key)),
    claimsOf: (order) => reached(() => claimsOf(store, order)),
    listClaims: (filter) => reached(() => listClaims(store, filter)),
    decideClaim: (change) => bringing(() => transact((within) => decideClaim(within, change, now(), due()))),
    beginRedemption: (redemption) => reached(() => transact((within) => beginRedemption(within, redemption, now()))),
    sendRedemption: (sent) => reached(() => transact((within) => sendRedemption(within, sent, now()))),
    sentRedemption: (id) => reached(() => transact((within) => sentRedemption(within, id))),
    dropRedemption: (id) => reached(() => transact((within) => dropRedemption(within, id))),
    settleRedemption: (outcome) => reached(() => transact((within) => settleRedemption(within, outcome, now()))),
    findRedemption: (customer, id) => reached(() => findRedemption(store, customer, id, now())),
    unfinishedRedemptions: (customer) => reached(() => unfinishedRedemptions(store, customer, now())),
    failedRedemption: (customer) => reached(() => failedRedemption(store, customer, now())),
    useProof: (name, until) => reached(() => useTogether({ name, until })),
    revokeSessions: (customer) => reached(() => transact((within) => keepRevocation(within, customer, now()))),
    revocations: () => reached(() => readRevocations(store)),
    takeTries: (allowances) => reached(() => takeTries(database, allowances, now())),
    giveTriesBack: (taken) => reached(() => giveTriesBack(database, taken)),
  }
}
