import type { ShipmentEventInput } from '../../../proxy/upstream/protection.ts'
import { jonas, mira, type Person } from './people.seed.ts'

/** The products of the seeded orders. `cents` are of US dollars; a product without weight is a download. */
export const products = {
  mug: { shop_product_id: '8100000001', shop_variant_id: '4100000001', name: 'Stoneware mug', cents: 2400, grams: 380 },
  poster: { shop_product_id: '8100000002', shop_variant_id: '4100000002', name: 'Letterpress poster', cents: 3800, grams: 220 },
  tote: { shop_product_id: '8100000003', shop_variant_id: '4100000003', name: 'Linen tote', cents: 2950, grams: 190 },
  song: { shop_product_id: '8100000004', shop_variant_id: '4100000004', name: 'Kiln song', cents: 199, grams: 0 },
}

/** An event that a carrier has reported, some hours before now. */
export interface SeededEvent {
  status: ShipmentEventInput['status']
  hoursAgo: number
  message?: string
  /** Hours from now. */
  arrivesIn?: number
}

/** A parcel of a seeded order, with all its events. */
export interface SeededShipment {
  carrier: string
  number: string
  hoursAgo: number
  /** The lines of the order that are in the parcel, from 0: the whole line, or so many pieces. */
  lines: (number | readonly [line: number, quantity: number])[]
  events: SeededEvent[]
}

/** An order that exists from the start, in a short form. */
export interface SeededOrder {
  number: string
  person: Person
  hoursAgo: number
  lines: (readonly [product: keyof typeof products, quantity: number, refunded?: number])[]
  isProtected: boolean
  /** The currency of the payment; US dollars by default. */
  currency?: keyof typeof rates
  /** The currency that the buyer sees; by default the currency of the payment. */
  presentment?: keyof typeof rates
  status?: 'pending' | 'paid' | 'refunded' | 'voided'
  shipments: SeededShipment[]
  /** Whether the delivered goods were claimed and refunded. */
  isClaimed?: true
}

/** The smallest unit of each currency for a cent of a US dollar: yen have no decimals, dinars three. */
export const rates = { USD: 1, EUR: 0.92, JPY: 1.5, KWD: 3.07, INR: 83, CAD: 1.37, BRL: 5.4 }

/** One delivered, one in two packages, one about to arrive, one late, one not yet sent. */
export const demoOrders: SeededOrder[] = [
  {
    number: 'K-1001',
    person: mira,
    hoursAgo: 216,
    lines: [['mug', 2]],
    isProtected: true,
    shipments: [
      {
        carrier: 'UPS',
        number: '1Z999AA10123456784',
        hoursAgo: 190,
        lines: [0],
        events: [
          { status: 'label_printed', hoursAgo: 190 },
          { status: 'carrier_picked_up', hoursAgo: 184 },
          { status: 'in_transit', hoursAgo: 160 },
          { status: 'out_for_delivery', hoursAgo: 124, arrivesIn: -118 },
          { status: 'delivered', hoursAgo: 119, message: 'Left at the front door' },
        ],
      },
    ],
  },
  {
    number: 'K-1002',
    person: mira,
    hoursAgo: 70,
    lines: [
      ['mug', 1],
      ['poster', 2],
    ],
    isProtected: true,
    shipments: [
      {
        carrier: 'FedEx',
        number: '794644790138',
        hoursAgo: 52,
        lines: [0],
        events: [
          { status: 'carrier_picked_up', hoursAgo: 47 },
          { status: 'in_transit', hoursAgo: 28, arrivesIn: 26 },
        ],
      },
      {
        carrier: 'DHL eCommerce',
        number: '9261290278835400000017',
        hoursAgo: 30,
        lines: [1],
        events: [{ status: 'carrier_picked_up', hoursAgo: 22, arrivesIn: 74 }],
      },
    ],
  },
  {
    number: 'K-1003',
    person: jonas,
    hoursAgo: 98,
    lines: [
      ['tote', 1],
      ['mug', 1],
    ],
    isProtected: false,
    shipments: [
      {
        carrier: 'USPS',
        number: '9400111899223197428490',
        hoursAgo: 80,
        lines: [0, 1],
        events: [
          { status: 'carrier_picked_up', hoursAgo: 74 },
          { status: 'in_transit', hoursAgo: 44 },
          { status: 'out_for_delivery', hoursAgo: 3, arrivesIn: 4 },
        ],
      },
    ],
  },
  {
    number: 'K-1004',
    person: mira,
    hoursAgo: 168,
    lines: [['poster', 1]],
    isProtected: true,
    shipments: [
      {
        carrier: 'UPS',
        number: '1Z999AA10198765438',
        hoursAgo: 148,
        lines: [0],
        events: [
          { status: 'carrier_picked_up', hoursAgo: 141 },
          { status: 'in_transit', hoursAgo: 110, arrivesIn: -20 },
          { status: 'delayed', hoursAgo: 26, message: 'Held up by weather', arrivesIn: 46 },
        ],
      },
    ],
  },
  {
    number: 'K-1005',
    person: jonas,
    hoursAgo: 9,
    lines: [
      ['tote', 2],
      ['poster', 1],
    ],
    isProtected: false,
    shipments: [],
  },
]
