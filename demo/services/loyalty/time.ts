import type { World } from '../world.ts'
import { endDue } from './cancellations.ts'
import { settle } from './forwarding.ts'
import { measure } from './tiers.ts'

/** Brings the loyalty service up to now: what was forwarded, what ends, and who misses the minimum of their tier. */
export function catchUpLoyalty(world: World) {
  settle(world)
  endDue(world)
  measure(world)
}
