import { iso31661, iso31662 } from 'iso-3166'
import { z } from 'zod'
import { anyText, is, phone, text } from './field.schema.ts'

/** The country codes. Kosovo has no official code yet; platforms and carriers use XK, which ISO 3166 leaves to its users. */
const countries = new Set([...iso31661.map(({ alpha2 }) => alpha2), 'XK'])
/**
 * Codes for US forces abroad and freely associated states. USPS delivers there as to US states (https://pe.usps.com/text/pub28/28apb.htm), so shops
 * list them beside the states; ISO 3166-2 has no codes for them.
 */
const postalStates = ['US-AA', 'US-AE', 'US-AP', 'US-FM', 'US-MH', 'US-PW']
const subdivisions = new Set([...iso31662.map(({ code }) => code), ...postalStates])

/**
 * Countries whose addresses always need a subdivision: the post requires it (`require` contains `S` in the address data for CLDR,
 * https://chromium-i18n.appspot.com/ssl-address), and buyers have to choose one on the shop platform. If either does not require it, an empty code
 * is valid.
 */
export const countriesWithProvinces: ReadonlySet<string> = new Set('AE AU BR CA CN CO ES ID IN IT JP KR MX US'.split(' '))

/** Whether both codes are valid, so that they can be compared. A fault of one code alone is reported for that code. */
const hasValidCodes = (value: unknown): boolean => {
  const { country_code, province_code } = Object(value) as Partial<Record<string, unknown>>
  return typeof country_code === 'string' && typeof province_code === 'string' && isCountry(country_code) && isProvince(province_code)
}

/** Whether this is the code of a country. */
export const isCountry = (code: string) => countries.has(code)
/** Whether this is the code of a subdivision, or empty for none. */
export const isProvince = (code: string) => code === '' || subdivisions.has(code)
const together = { path: ['province_code'], when: ({ value }: { value: unknown }) => hasValidCodes(value) }

const phoneNumber = phone.describe('Phone number for the courier, such as +1 503 555 0118')

const addressWith = <Phone extends z.ZodType>(phoneNumber: Phone) =>
  z
    .looseObject(
      {
        address1: text().describe('Street and house number, such as "1 High Street"'),
        address2: anyText().optional().describe('Flat, floor or other directions'),
        province_code: z
          .string(is('is no text'))
          .refine(isProvince, 'is no ISO 3166-2 code such as "US-KY"')
          .describe('ISO 3166-2 code such as US-KY; empty where the country has no subdivisions in addresses'),
        city: text().describe('Town or city'),
        postal_code: anyText().describe('Postal code; empty in countries without postal codes'),
        country_code: z.string(is('is no text')).refine(isCountry, 'is no ISO 3166-1 code such as "US"').describe('ISO 3166-1 alpha-2 code such as US'),
        phone_number: phoneNumber,
      },
      is('is no object'),
    )
    .refine(({ province_code, country_code }) => province_code !== '' || !countriesWithProvinces.has(country_code), { ...together, message: 'is required' })
    .refine(({ province_code, country_code }) => province_code === '' || province_code.startsWith(`${country_code}-`), {
      ...together,
      message: 'belongs to another country',
    })

/** The shipping address of an order. */
export const addressSchema = addressWith(phoneNumber)

/** The address in an update, which may leave out the phone number: the summary of an update does not name it. */
export const updatedAddressSchema = addressWith(phoneNumber.optional())
