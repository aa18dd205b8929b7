export { StorefrontLoyalty } from './loyalty/loyalty.ts'
export { StorefrontProtection } from './protection/protection.ts'
export { StorefrontTracking } from './tracking/tracking.ts'
