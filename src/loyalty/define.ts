import { StorefrontLoyalty } from './loyalty.ts'

customElements.get('storefront-loyalty') ?? customElements.define('storefront-loyalty', StorefrontLoyalty)
