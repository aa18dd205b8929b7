import type { Config } from '../config/config.ts'

/** Whether webhooks may be lost that nobody looks for: WooCommerce sends each once. */
export const losesOrders = ({ woocommerce, reconcileEvery }: Pick<Config, 'woocommerce' | 'reconcileEvery'>) =>
  woocommerce !== undefined && reconcileEvery.woocommerce === undefined

/** The fault and its remedy, as `doctor` and the log of the proxy say them. */
export const unfoundLosses = 'WooCommerce repeats no webhook that failed, and nobody looks for the orders of those'
export const findLosses = 'Set WOOCOMMERCE_URL and WOOCOMMERCE_API_KEY, and leave RECONCILE_EVERY out or name hours'
