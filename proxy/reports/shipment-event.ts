import { ResponseError, type Client } from '../../src/contract/client.ts'
import type { JobContext, Outcome } from '../jobs/handler.ts'
import type { protectionService, ShipmentEventInput } from '../upstream/protection.ts'
import { isMissing, waitingFor } from './refusals.ts'
import { shipmentFact } from './report-facts.ts'

/** Reports an event of a shipment to the service; an event that the service already has counts as delivered (A59). */
export const shipmentEventHandler =
  (service: Client<typeof protectionService>) =>
  async (event: ShipmentEventInput, context: JobContext): Promise<Outcome> => {
    try {
      await service.createShipmentEvent(event, { signal: context.signal })
    } catch (error) {
      if (isMissing(error)) return waitingFor(shipmentFact(event.shopShipmentId))
      if (!(error instanceof ResponseError && error.status === 409)) throw error
    }
    return { state: 'delivered' }
  }
