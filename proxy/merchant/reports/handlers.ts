import type { Handler, Outcome } from '../../queue/work.ts'
import type { HandlerParts } from '../handlers.ts'
import { createQuotes } from '../quotes.ts'
import { orderHandler } from './order.ts'
import { orderUpdateHandler } from './order-update.ts'
import { addProtectionHandler, refundProtectionHandler } from './protection.ts'
import { shipmentHandler, shipmentUpdateHandler } from './shipment.ts'
import { shipmentEventHandler } from './shipment-event.ts'
import type { ReportKind } from './works.ts'

type Service = NonNullable<HandlerParts['services']['protection']>

const notSetUp: Outcome = {
  state: 'held',
  note: 'no protection service is set up here: set PROTECTION_BASE_URL and PROTECTION_API_KEY, then retry this',
}

/** Tells the protection service what was reported. */
export function reportHandlers({ config, services: { protection: service }, sealer }: HandlerParts): Record<ReportKind, Handler> {
  const told = <Told extends Handler>(by: (service: Service) => Told): Handler => (service ? by(service) : () => Promise.resolve(notSetUp))
  return {
    order: told((service) => orderHandler(service, createQuotes(sealer, config.quoteTtl))),
    'order-update': told(orderUpdateHandler),
    'refund-protection': told(refundProtectionHandler),
    'add-protection': told(addProtectionHandler),
    shipment: told(shipmentHandler),
    'shipment-update': told(shipmentUpdateHandler),
    'shipment-event': told(shipmentEventHandler),
  }
}
