import type { Config } from '../config/config.ts'

/** Whether webhooks may be lost without a reconciliation that finds them: WooCommerce sends each webhook once. */
export const mayLoseWebhooks = ({ woocommerce, reconcileEvery }: Pick<Config, 'woocommerce' | 'reconcileEvery'>) =>
  woocommerce !== undefined && reconcileEvery.woocommerce === undefined

/** The fault and its remedy, as `doctor` and the log of the proxy print them. */
export const lostWebhooksFault = 'Webhooks of WooCommerce itself may be lost: it does not repeat failed ones, and no reconciliation finds their orders'
export const lostWebhooksRemedy =
  'With our plugin for WooCommerce there is nothing to do: it repeats its reports. Without it, set WOOCOMMERCE_URL and WOOCOMMERCE_API_KEY, and leave RECONCILE_EVERY out or name hours'
