import { StorefrontProtection } from './protection.ts'

customElements.get('storefront-protection') ?? customElements.define('storefront-protection', StorefrontProtection)
