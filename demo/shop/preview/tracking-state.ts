import type { Change } from './tracked.ts'

/** A state of the tracking widget, and how the preview produces it. */
export interface TrackingState {
  name: string
  title: string
  /** A description of what the page shows. */
  shows: string
  /** Attributes of the element: how the order is looked up, and more. */
  attributes?: Record<string, string>
  /** Whether the order is looked up by the key of its link instead of its number and e-mail address. */
  isKeyed?: boolean
  /**
   * How the proxy behaves: for all requests, or for those after the first. By default carriers respond a moment after
   * the order is there; with `pending` they never respond.
   */
  conditions?: 'slow' | 'pending' | 'unknown' | 'limited' | 'off' | 'down' | 'down-later'
  /** Changes the order that the page receives. */
  change?: Change
  /** A further change that applies until the carriers have responded. */
  first?: Change
  /** How a change of the order’s protection is refused; by default it is accepted. */
  refusal?: 'not-eligible' | 'overloaded' | 'internal'
  /** The shopper’s steps once the widget is there: "press" a part, or "type" into a field, with an argument; or "refresh". */
  actions?: string[]
  /** The shop’s own texts in the slots of the element, by the names of the slots. */
  slots?: Record<string, string>
  /** A look that the page adds. */
  setting?: string
  /** Whether the page omits the script. */
  noScript?: boolean
  dir?: 'rtl'
}

/** The buyers of the orders that the stand-in service knows from the start. */
const buyers: Record<string, string> = {
  'K-1001': 'mira@example.com',
  'K-1002': 'mira@example.com',
  'K-1003': 'jonas@example.com',
  'K-1004': 'mira@example.com',
  'K-1005': 'jonas@example.com',
  'K-1006': 'himari@example.jp',
  'K-1007': 'noura@example.com',
  'K-1008': 'eleni@example.gr',
  'K-1009': 'serhii@example.com',
  'K-1010': 'somchai@example.com',
  'K-1011': 'noa@example.com',
  'K-1012': 'ananya@example.in',
  'K-1014': 'grethe@example.dk',
  'K-1015': 'joao@example.com.br',
  'K-1016': 'xiaoming@example.cn',
  'K-1017': 'zoe@example.de',
  'K-1018': 'francois@example.fr',
  'K-1019': 'siobhan@example.ie',
  'K-1020': 'jose@example.mx',
  'K-1021': 'giulia@example.it',
  'K-1022': 'purchasing@example.com',
  'K-1024': 'eloise@example.ca',
  'K-1026': 'nino@example.ge',
}

/** Makes a lookup of that order by its number and its buyer’s e-mail address. */
export const orderOf = (number: string, more: Record<string, string> = {}): Pick<TrackingState, 'attributes'> => ({
  attributes: { 'order-number': number, email: buyers[number]!, ...more },
})
