import type { JobContext, Handler, Outcome } from '../jobs/handler.ts'
import type { Config } from '../config/config.ts'
import type { Sealer } from '../identity/seal.ts'
import { createQuotes } from '../identity/sealed-quotes.ts'
import type { Services } from '../upstream/services.ts'
import { orderHandler } from './order.ts'
import { orderUpdateHandler } from './order-update.ts'
import { addProtectionHandler, refundProtectionHandler } from './protection.ts'
import { shipmentHandler, shipmentUpdateHandler } from './shipment.ts'
import { shipmentEventHandler } from './shipment-event.ts'
import { erasedFact } from './report-facts.ts'
import type { ReportKind } from './report-kinds.ts'

type Service = NonNullable<Services['protection']>

/** What the handlers need to deliver reports. */
interface ReportParts {
  config: Pick<Config, 'quoteTtl'>
  services: Pick<Services, 'protection'>
  sealer: Sealer
}

const notSetUp: Outcome = {
  state: 'held',
  note: 'no protection service is set up here: set PROTECTION_BASE_URL and PROTECTION_API_KEY, then retry this',
}

/** The outcome for a late report of an erased order, which is not reported again. */
export const erased: Outcome = { state: 'superseded', notes: ['the order was erased on request, and is not reported any more'] }

/** Whether the order of a job was erased. */
export const isErased = async ({ job: { businessKey: order }, fact }: JobContext) => order !== null && (await fact(erasedFact(order))) !== undefined

/** The handlers that deliver reports to the protection service. */
export function reportHandlers({ config, services: { protection: service }, sealer }: ReportParts): Record<ReportKind, Handler> {
  const withService = <OneHandler extends Handler>(by: (service: Service) => OneHandler): Handler => (service ? by(service) : () => Promise.resolve(notSetUp))
  // Reports about added or refunded protection are also delivered for erased orders: they name no person, and the service must know.
  const unlessErased =
    (handler: Handler): Handler =>
    async (body, context) =>
      (await isErased(context)) ? erased : handler(body, context)
  return {
    order: unlessErased(withService((service) => orderHandler(service, createQuotes(sealer, config.quoteTtl)))),
    'order-update': unlessErased(withService(orderUpdateHandler)),
    'refund-protection': withService(refundProtectionHandler),
    'add-protection': withService(addProtectionHandler),
    shipment: unlessErased(withService(shipmentHandler)),
    'shipment-update': unlessErased(withService(shipmentUpdateHandler)),
    'shipment-event': unlessErased(withService(shipmentEventHandler)),
  }
}
