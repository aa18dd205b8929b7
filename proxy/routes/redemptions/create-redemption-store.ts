import type { StoreAccess } from '../../jobs/store-access.ts'
import {
  beginRedemption,
  dropRedemption,
  failedRedemption,
  findRedemption,
  sendRedemption,
  sentRedemption,
  settleRedemption,
  unfinishedRedemptions,
} from './redemption-rows.ts'
import type { Redemptions } from './redemption-store.ts'

/** The redemptions of a store. */
export const createRedemptionStore = ({ database: { store, transact }, now, reached }: StoreAccess): Redemptions => ({
  beginRedemption: (redemption) => reached(() => transact((within) => beginRedemption(within, redemption, now()))),
  sendRedemption: (sent) => reached(() => transact((within) => sendRedemption(within, sent, now()))),
  sentRedemption: (id) => reached(() => transact((within) => sentRedemption(within, id))),
  dropRedemption: (id) => reached(() => transact((within) => dropRedemption(within, id))),
  settleRedemption: (outcome) => reached(() => transact((within) => settleRedemption(within, outcome, now()))),
  findRedemption: (customer, id) => reached(() => findRedemption(store, customer, id, now())),
  unfinishedRedemptions: (customer) => reached(() => unfinishedRedemptions(store, customer, now())),
  failedRedemption: (customer) => reached(() => failedRedemption(store, customer, now())),
})
