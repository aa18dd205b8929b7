import { post } from './endpoint.ts'
import type { Enrichment, EnrichmentRequest, EventsRequest, PackageEvents, TrackedOrder, TrackRequest } from './tracking.schema.ts'

export type * from './tracking.schema.ts'

/** What a shopper may ask about an order. Always by POST, so that no e-mail address stands in a URL, which is logged. */
export const tracking = {
  /** Where an order is, reduced to what the proof allows. */
  trackOrder: post<TrackRequest, TrackedOrder>('/v1/orders/track'),
  /** Whether the carriers' scans have been fetched; asking never starts fetching. */
  trackEnrichment: post<EnrichmentRequest, Enrichment>('/v1/orders/track/enrichment'),
  /** All events of one package; of many events, an order has only the latest. */
  trackEvents: post<EventsRequest, PackageEvents>('/v1/orders/track/events'),
}
