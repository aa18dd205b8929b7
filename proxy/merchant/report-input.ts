import { Refusal } from '../http/problems.ts'
import { contradictions, toInsuredNaming } from '../upstream/naming.ts'

/** Converts the merchant's input, in either naming; refuses input whose two namings contradict each other. */
export function readReportInput(input: Record<string, unknown>): Record<string, unknown> {
  const [contradiction] = contradictions(input)
  if (contradiction) throw new Refusal('invalid-request', 'Use one naming, or the same value in both.', { errors: [contradiction] })
  return toInsuredNaming(input) as Record<string, unknown>
}

/** Ids that the address holds and the body may hold too. */
const idsInPathAndBody = [
  ['shopOrderId', 'shop_order_id'],
  ['shopShipmentId', 'shop_shipment_id'],
] as const

/** Returns the report; throws if its body names another order or shipment than its address. */
export function requireSameId<Report extends object>(report: Report): Report {
  const fields = report as Readonly<Record<string, unknown>>
  const other = idsInPathAndBody.find(([inPath, inBody]) => inPath in fields && inBody in fields && fields[inPath] !== fields[inBody])?.[1]
  if (other === undefined) return report
  throw new Refusal('invalid-request', `Check ${other}: leave it out, or send the same as in the address.`, {
    errors: [`${other} is another one than in the address`],
  })
}
