/** The couriers with known tracking pages (A73): a code, a page, and the courier for the last mile. */
const carriers: Record<string, { code: string; page: string; handsTo?: string }> = {
  UPS: { code: 'ups', page: 'https://www.ups.com/track?tracknum=' },
  USPS: { code: 'usps', page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=' },
  FedEx: { code: 'fedex', page: 'https://www.fedex.com/fedextrack/?trknbr=' },
  'DHL Express': { code: 'dhl', page: 'https://www.dhl.com/global-en/home/tracking/tracking-express.html?tracking-id=' },
  'DHL eCommerce': { code: 'dhl-ecommerce', page: 'https://webtrack.dhlecs.com/orders?trackingNumber=', handsTo: 'USPS' },
}

const findCarrier = (name: string) => Object.entries(carriers).find(([known]) => known.toLowerCase() === name.trim().toLowerCase())?.[1]

/** Returns the short name of a courier, or null for an unknown courier. */
export const carrierCode = (name: string) => findCarrier(name)?.code ?? null

/** Returns the tracking pages of a package: the courier’s, and that of the last mile; for an unknown courier the merchant’s link. */
export function trackingLinks(name: string, number: string, sent: string | undefined): { carrier: string; url: string }[] {
  const known = findCarrier(name)
  if (!known) return sent ? [{ carrier: name, url: sent }] : []
  return [{ carrier: name, url: known.page + encodeURIComponent(number) }, ...(known.handsTo ? trackingLinks(known.handsTo, number, undefined) : [])]
}
