import type { SeededEvent, SeededOrder, SeededShipment } from './orders.seed.ts'
import { jonas, mira, people } from './people.seed.ts'

const { sato, otaibi, papadopoulou, kovalenko, jaidee, cohen, sharma, kim, sorensen, conceicao, wang, muller, lefevre, obriain, hernandez, ferrari } = people
const { nguyen, tremblay, wolf, beridze, hotel } = people

const paid = { isProtected: true, lines: [['mug', 1]] } satisfies Partial<SeededOrder>

/** Makes one parcel with the first line. Each event is so many hours after the previous one. */
function parcel(
  carrier: string,
  number: string,
  hoursAgo: number,
  ...steps: (readonly [SeededEvent['status'], hours: number, message?: string])[]
): SeededShipment {
  let at = hoursAgo
  const events = steps.map(([status, hours, message]): SeededEvent => ({ status, hoursAgo: (at -= hours), ...(message && { message }) }))
  return { carrier, number, hoursAgo, lines: [0], events }
}

/** Makes a shipment of ten mugs in ten boxes, each with its own number. */
const pallet = (index: number): SeededShipment => ({
  carrier: 'UPS',
  number: Array.from({ length: 10 }, (_, box) => `1Z999HH1${String(index * 10 + box).padStart(10, '0')}`).join(', '),
  hoursAgo: 60 - index,
  lines: [[0, 10]],
  events: index % 3 === 0 ? [{ status: 'in_transit', hoursAgo: 30 - index }] : [],
})

/** Orders that cover every state of an order or a shipment, of people from all over the world. */
export const worldwideOrders: SeededOrder[] = [
  { ...paid, number: 'K-1006', person: sato, currency: 'JPY', hoursAgo: 20, shipments: [parcel('Yamato', '4560-1234-5671', 6, ['label_printed', 1])] },
  { ...paid, number: 'K-1007', person: otaibi, currency: 'KWD', hoursAgo: 30, shipments: [parcel('Aramex', '31400000171', 8, ['label_purchased', 1])] },
  { ...paid, number: 'K-1008', person: papadopoulou, currency: 'EUR', hoursAgo: 31, shipments: [parcel('ELTA', 'RE123456785GR', 9, ['confirmed', 2])] },
  {
    ...paid,
    number: 'K-1009',
    person: kovalenko,
    hoursAgo: 150,
    shipments: [
      parcel('Nova Poshta', '20450000000017', 140, ['carrier_picked_up', 4], ['out_for_delivery', 128], ['attempted_delivery', 5, 'Нікого не було вдома']),
    ],
  },
  {
    ...paid,
    number: 'K-1010',
    person: jaidee,
    hoursAgo: 130,
    shipments: [parcel('Thailand Post', 'EF582568151TH', 120, ['in_transit', 20], ['ready_for_pickup', 80])],
  },
  {
    ...paid,
    number: 'K-1011',
    person: cohen,
    hoursAgo: 200,
    shipments: [parcel('Israel Post', 'RR123456785IL', 190, ['ready_for_pickup', 120], ['picked_up', 40])],
  },
  {
    ...paid,
    number: 'K-1012',
    person: sharma,
    currency: 'INR',
    hoursAgo: 240,
    shipments: [parcel('Delhivery', '1490812345671', 230, ['in_transit', 30], ['failure', 90, 'पता नहीं मिला'])],
  },
  { ...paid, number: 'K-1013', person: kim, hoursAgo: 12, shipments: [parcel('CJ Logistics', '123456789017', 2)] },
  { ...paid, number: 'K-1014', person: sorensen, currency: 'EUR', hoursAgo: 40, shipments: [parcel('Local courier', ' ', 20, ['out_for_delivery', 18])] },
  {
    ...paid,
    number: 'K-1015',
    person: conceicao,
    currency: 'BRL',
    hoursAgo: 90,
    lines: [['tote', 3]],
    shipments: [parcel('Correios', 'AA123456785BR, AB123456785BR, AC123456785BR', 80, ['in_transit', 30])],
  },
  { ...paid, number: 'K-1016', person: wang, hoursAgo: 5, lines: [['song', 2]], isProtected: false, shipments: [] },
  { ...paid, number: 'K-1017', person: muller, currency: 'EUR', hoursAgo: 75, status: 'voided', isProtected: false, shipments: [] },
  {
    number: 'K-1018',
    person: lefevre,
    currency: 'EUR',
    hoursAgo: 310,
    lines: [
      ['mug', 4, 1],
      ['poster', 1],
    ],
    isProtected: true,
    shipments: [{ ...parcel('La Poste', '6A12345678901', 300, ['delivered', 70]), lines: [0, 1] }],
  },
  { ...paid, number: 'K-1019', person: obriain, currency: 'EUR', hoursAgo: 320, status: 'refunded', lines: [['tote', 1, 1]], shipments: [] },
  {
    number: 'K-1020',
    person: hernandez,
    hoursAgo: 55,
    lines: [
      ['mug', 3],
      ['poster', 1],
      ['song', 1],
    ],
    isProtected: true,
    shipments: [{ ...parcel('Estafeta', '8055241528464720099314', 50, ['in_transit', 20]), lines: [[0, 2]] }],
  },
  {
    ...paid,
    number: 'K-1021',
    person: ferrari,
    currency: 'EUR',
    hoursAgo: 400,
    isClaimed: true,
    shipments: [parcel('BRT', '144123456789', 390, ['delivered', 100])],
  },
  {
    number: 'K-1022',
    person: hotel,
    hoursAgo: 96,
    lines: [['mug', 200]],
    isProtected: true,
    shipments: Array.from({ length: 20 }, (_, index) => pallet(index)),
  },
  { ...paid, number: 'K-1023', person: nguyen, hoursAgo: 1, status: 'pending', isProtected: false, shipments: [] },
  {
    ...paid,
    number: 'K-1024',
    person: tremblay,
    presentment: 'CAD',
    hoursAgo: 60,
    shipments: [parcel('Canada Post', '7023210039414604', 50, ['in_transit', 12])],
  },
  { ...paid, number: 'K-1025', person: wolf, hoursAgo: 15, shipments: [] },
  {
    ...paid,
    number: 'K-1026',
    person: beridze,
    hoursAgo: 500,
    shipments: [parcel('Georgian Post', 'RB123456785GE', 480, ['in_transit', 40], ['delayed', 300])],
  },
]

/** The orders of the other merchant. The first has the number and the e-mail address of an order of the first merchant. */
export const neighbourOrders: SeededOrder[] = [
  { ...paid, number: 'K-1001', person: mira, hoursAgo: 33, lines: [['tote', 1]], shipments: [parcel('UPS', '1Z999MT10000000018', 20, ['in_transit', 6])] },
  { ...paid, number: 'M-2002', person: jonas, hoursAgo: 8, isProtected: false, shipments: [] },
  { ...paid, number: 'M-2003', person: sorensen, currency: 'EUR', hoursAgo: 90, shipments: [parcel('GLS', '50012345678', 80, ['delivered', 40])] },
]
