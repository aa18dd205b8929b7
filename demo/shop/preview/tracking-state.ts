import type { Change } from './tracked.ts'

/** A state of the tracking widget, and how it comes about. */
export interface TrackingState {
  name: string
  title: string
  /** What is to be seen. */
  shows: string
  /** Attributes of the element: how the order is looked up, and more. */
  attributes?: Record<string, string>
  /** Whether the order is looked up by the key of its own link instead of its number and address. */
  isKeyed?: boolean
  /**
   * What becomes of questions to the proxy: of all, or of those after the first. Where it says nothing, carriers answer a moment after
   * the order is there; `pending`: never.
   */
  weather?: 'slow' | 'pending' | 'unknown' | 'limited' | 'off' | 'down' | 'down-later'
  /** What is told instead of what is so. */
  tells?: Change
  /** What of that is told until the carriers have answered, beside that they have not. */
  first?: Change
  /** How changing the protection of the order is refused; taken in where it is not. */
  refusal?: 'not-eligible' | 'overloaded' | 'internal'
  /** What a shopper does once the widget is there: "press" a part, or "type" into a field, and what. */
  acts?: string[]
  /** What the page adds to its look. */
  setting?: string
  /** Whether the page does without the script. */
  still?: boolean
  dir?: 'rtl'
}

/** Who has placed which of the orders that the stand-in service knows from the start. */
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

/** Looks that order up by its number and the address that it was placed with. */
export const orderOf = (number: string, more: Record<string, string> = {}): Pick<TrackingState, 'attributes'> => ({
  attributes: { 'order-number': number, email: buyers[number]!, ...more },
})
