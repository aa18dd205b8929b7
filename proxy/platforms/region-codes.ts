import { iso31662 } from 'iso-3166'
import { countriesWithProvinces, isCountry, isProvince } from '../upstream/address.schema.ts'
import type { Part } from './payload.ts'

/** Reads a country's ISO 3166-1 code, which every platform writes. */
export function toCountryCode(written: Part, remedy: string): string {
  const code = written.needText(remedy).toUpperCase()
  return isCountry(code) ? code : written.unfit('is no country', remedy)
}

/**
 * The platforms' own words for codes of ISO 3166-2, from Shopify's list of provinces
 * (https://shopify.dev/docs/api/admin-rest/latest/resources/province) and WooCommerce's
 * (https://github.com/woocommerce/woocommerce/blob/trunk/plugins/woocommerce/i18n/states.php).
 */
const otherWords: Readonly<Record<string, string>> = {
  MX: 'AG:AGU AGS:AGU BC:BCN BS:BCS CM:CAM CAMP:CAM CS:CHP CHIS:CHP CH:CHH CHIH:CHH DF:CMX CO:COA COAH:COA CL:COL DG:DUR DGO:DUR GT:GUA GTO:GUA GR:GRO HG:HID HGO:HID JA:JAL MX:MEX EDOMEX:MEX MI:MIC MICH:MIC MO:MOR NA:NAY NL:NLE OA:OAX PU:PUE QT:QUE QRO:QUE QR:ROO QROO:ROO SL:SLP SI:SIN SO:SON TB:TAB TM:TAM TAMPS:TAM TL:TLA TLAX:TLA VE:VER YU:YUC ZA:ZAC',
  IN: 'DN:DH DD:DH OR:OD CT:CG TG:TS UT:UK',
  CN: 'YZ:XZ CN1:YN CN2:BJ CN3:TJ CN4:HE CN5:SX CN6:NM CN7:LN CN8:JL CN9:HL CN10:SH CN11:JS CN12:ZJ CN13:AH CN14:FJ CN15:JX CN16:SD CN17:HA CN18:HB CN19:HN CN20:GD CN21:GX CN22:HI CN23:CQ CN24:SC CN25:GZ CN26:SN CN27:GS CN28:QH CN29:NX CN30:MO CN31:XZ CN32:XJ',
  // Former provinces belong to other ones now, and a region of one province has the region's code.
  IT: 'AO:23 CI:SU VS:SU OG:NU OT:SS',
  ZA: 'GT:GP NL:KZN',
}
/** The subdivisions of the countries that were looked up so far: all of them would take a tenth of a second at the start. */
const subdivisions = new Map<string, ReadonlyMap<string, string>>()

/** The ISO 3166-2 codes of a country, by the name of the subdivision without accents or by the part after the hyphen. */
function subdivisionsOf(country: string): ReadonlyMap<string, string> {
  const known = subdivisions.get(country)
  if (known) return known
  const codes = new Map<string, string>()
  for (const { code, name } of iso31662) {
    if (!code.startsWith(`${country}-`)) continue
    codes.set(plain(code.slice(3)), code)
    for (const one of [name, ...name.split(/, | \(|\)/)]) if (!codes.has(plain(one))) codes.set(plain(one), code)
  }
  for (const word of otherWords[country]?.split(' ') ?? []) {
    const [theirs = '', iso = ''] = word.split(':')
    codes.set(plain(theirs), `${country}-${iso}`)
  }
  subdivisions.set(country, codes)
  return codes
}

/**
 * The ISO 3166-2 code of a platform's province: platforms write "KY" for US-KY, "JP-13" or "JP13" for JP-13, and their own words for a
 * few. Empty if there is none, unless addresses of the country always have one: the service does not accept such an order.
 */
export function toProvinceCode(country: string, remedy: string, ...written: [Part, ...Part[]]): string {
  const words = written.flatMap((one) => one.text() ?? [])
  const codes = subdivisionsOf(country)
  for (const one of words) {
    const own = plain(one)
    const found = codes.get(own) ?? (own.startsWith(plain(country)) && codes.get(own.slice(2)))
    if (found) return found
  }
  if (!countriesWithProvinces.has(country)) return ''
  const code = `${country}-${words[0]?.toUpperCase() ?? written[0].missing(remedy)}`
  return isProvince(code) ? code : written[0].unfit(`is no province of ${country}`, remedy)
}

/** Keeps only letters and digits, so that the spelling of "Q ROO", "Qroo" and "Nuevo León" makes no difference. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}
