import type { World } from '../world.ts'
import { endDue } from './cancellations.ts'
import { resumeEvents } from './events.ts'
import { resumeForwarded, settle } from './forwarding.ts'
import { measure } from './tiers.ts'

/** Brings the loyalty service up to the present time: forwarded work, ending memberships, and members who miss the minimum of their tier. */
export function catchUpLoyalty(world: World) {
  settle(world)
  endDue(world)
  measure(world)
}

/** Continues the work of the last run: events that have not arrived, and forwarded work that has not taken effect. */
export function resumeLoyalty(world: World) {
  resumeEvents(world)
  resumeForwarded(world)
}
