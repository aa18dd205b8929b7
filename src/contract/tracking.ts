import { post } from './endpoint.ts'
import type { Enrichment, EnrichmentRequest, EventsRequest, PackageEvents, TrackedOrder, TrackRequest } from './tracking.schema.ts'

export type * from './tracking.schema.ts'

/** The requests of a shopper about an order. Always by POST, because URLs are logged and must not contain an e-mail address. */
export const tracking = {
  /** Where an order is, reduced to what the proof allows. */
  trackOrder: post<TrackRequest, TrackedOrder>('/v1/orders/track'),
  /** Whether the carriers have answered. This request never starts an enrichment. */
  trackEnrichment: post<EnrichmentRequest, Enrichment>('/v1/orders/track/enrichment'),
  /** All events of one package; of many events, an order has only the latest. */
  trackEvents: post<EventsRequest, PackageEvents>('/v1/orders/track/events'),
}
