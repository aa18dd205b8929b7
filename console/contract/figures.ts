/** Events and sums of one day and language. Amounts are in the smallest unit, by currency. */
export interface FigureRow {
  /** UTC: `2026-11-22`. */
  day: string
  /** `de`, `other`, or empty if it is not known. */
  lang: string
  /** `offered`, `chosen`, `orders`, `protected`, `revenue`, `lookups`, `redeemed`, `claims`, `claim_costs` */
  name: string
  currency: string
  events: number
  cents: number
}

/** The figures of some days. */
export interface Figures {
  from: string
  to: string
  rows: FigureRow[]
}
