import { StorefrontTracking } from './tracking.ts'

customElements.get('storefront-tracking') ?? customElements.define('storefront-tracking', StorefrontTracking)
