// Compiled, not run: the types of all entries, and of the tags in each framework. A line below "@ts-expect-error" is wrong on purpose.
import type { GlobalComponents } from 'vue'
import type { SvelteHTMLElements } from 'svelte/elements'
import type { JSX } from 'react'
import { StorefrontLoyalty, StorefrontProtection, StorefrontTracking } from 'storefront-widgets'
import type {} from 'storefront-widgets/jsx'
import type {} from 'storefront-widgets/vue'
import type {} from 'storefront-widgets/svelte'
import { StorefrontTracking as Tracking } from 'storefront-widgets/tracking'
import 'storefront-widgets/loyalty/define'

export const classes = [StorefrontLoyalty, StorefrontProtection, StorefrontTracking, Tracking]
export const statusOf = (element: StorefrontTracking): string | null | undefined => element.tracked?.packages[0]?.status
// @ts-expect-error: an order has no such field
export const wrongField = (element: StorefrontTracking) => element.tracked?.colour

export const react: JSX.IntrinsicElements['storefront-tracking'] = {
  'order-number': 'K-1001',
  className: 'order',
  'onstorefront-tracked': ({ order }) => order.packages.length,
}
// @ts-expect-error: the number is text
export const wrongInReact: JSX.IntrinsicElements['storefront-tracking'] = { 'order-number': 1001 }

export const svelte: SvelteHTMLElements['storefront-protection'] = { currency: 'USD', 'onstorefront-quoted': ({ quote }) => quote.price.cents }
// @ts-expect-error: no such look
export const wrongInSvelte: SvelteHTMLElements['storefront-protection'] = { look: 'slider' }

type Props = InstanceType<GlobalComponents['storefront-loyalty']>['$props']
export const vue: Props = { 'sign-in-url': '/login', 'onStorefront-member': ({ member }) => member.first_name }
// @ts-expect-error: the address is text
export const wrongInVue: Props = { 'sign-in-url': 5 }
