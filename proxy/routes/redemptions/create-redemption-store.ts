import type { StoreAccess } from '../../store/store-access.ts'
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
export const createRedemptionStore = ({ database: { store, transact }, now, run }: StoreAccess): Redemptions => ({
  beginRedemption: (redemption) => run(() => transact((tx) => beginRedemption(tx, redemption, now()))),
  sendRedemption: (sent) => run(() => transact((tx) => sendRedemption(tx, sent, now()))),
  sentRedemption: (id) => run(() => transact((tx) => sentRedemption(tx, id))),
  dropRedemption: (id) => run(() => transact((tx) => dropRedemption(tx, id))),
  settleRedemption: (outcome) => run(() => transact((tx) => settleRedemption(tx, outcome, now()))),
  findRedemption: (customer, id) => run(() => findRedemption(store, customer, id, now())),
  unfinishedRedemptions: (customer) => run(() => unfinishedRedemptions(store, customer, now())),
  failedRedemption: (customer) => run(() => failedRedemption(store, customer, now())),
})
