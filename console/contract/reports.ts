/** A job, most often a report to the protection service, as people see it: without its body, which may name a person. */
export interface Report {
  id: string
  /** `order`, `shipment`, `platform-refund` … */
  kind: string
  state: 'waiting' | 'delivered' | 'superseded' | 'held' | 'failed' | 'dropped'
  /** The id of its order at the shop; null if it belongs to none. */
  order: string | null
  /** The number of its order, as shoppers see it; null if the order is not known. */
  number: string | null
  subject: string
  attempts: number
  accepted_at: string
  next_attempt_at: string | null
  settled_at: string | null
  /** Oldest first: which field is wrong, what the service answered, what to do. */
  notes: string[]
}

/** A page of reports, newest first. `next`: the id to continue after, or null. */
export interface ReportPage {
  reports: Report[]
  next: string | null
}

/** The groups of reports: refunds of protection that a person has to make; held; failed; waiting for their next attempt. */
export type ReportGroup = 'unprotected' | 'held' | 'failed' | 'waiting'

/** How many reports each group has now. */
export type ReportCounts = Record<ReportGroup, number>

/** The reports that an act has changed, and those that it left because they are done or gone. */
export interface ReportChange {
  changed: string[]
  unchanged: string[]
}
