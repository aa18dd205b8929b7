import { get } from '../../src/contract/endpoint.ts'
import type { EnrichmentDto, Lookup, TrackOrderDto } from './track.schema.ts'
import { operation } from './operation.ts'

export type * from './track.schema.ts'

/** Track interface (`protection-api.md`, section 4). Both take the same lookup, as a query (A76), and need no key (A77). */
export const trackService = {
  /** 404 for every miss, 422 for half a lookup (A78); may start enrichment (A89). */
  lookUpOrder: operation('Look an order up, with its shipments and packages', get<Lookup, TrackOrderDto>('/api/order'), { lists: true }),
  /** Never starts enrichment; every status except `pending` is settled (A86). */
  lookUpEnrichment: operation("See whether carriers have answered for an order's shipments", get<Lookup, EnrichmentDto>('/api/order/enrichment_status'), {
    lists: true,
  }),
}
