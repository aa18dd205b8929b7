/** The priority of each kind among the due jobs of one order: what other reports refer to goes first. */
export const priorities = {
  order: 1,
  'order-update': 2,
  'refund-protection': 3,
  'add-protection': 3,
  shipment: 4,
  'shipment-update': 5,
  'shipment-event': 6,
} as const

/** The kinds of reports. */
export type ReportKind = keyof typeof priorities

/** All kinds of reports. */
export const reportKinds = Object.keys(priorities) as ReportKind[]

/** Whether jobs of this kind are reports. */
export const isReportKind = (kind: string): kind is ReportKind => kind in priorities

/** The ordering key of all reports of an order. */
export const orderingKeyOfOrder = (order: string) => `order:${order}`

/** The ordering key of the refunds of an order. */
export const orderingKeyOfRefunds = (order: string) => `refund:${order}`
