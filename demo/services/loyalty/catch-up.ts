import type { World } from '../world.ts'
import { endDue } from './cancellations.ts'
import { resumeEvents } from './events.ts'
import { resumeForwarded, settle } from './forwarding.ts'
import { measure } from './tiers.ts'

/** Brings the loyalty service up to now: what was forwarded, what ends, and who misses the minimum of their tier. */
export function catchUpLoyalty(world: World) {
  settle(world)
  endDue(world)
  measure(world)
}

/** Goes on with what the last run had begun: events that have not arrived, and work that has not taken effect. */
export function resumeLoyalty(world: World) {
  resumeEvents(world)
  resumeForwarded(world)
}
