import { emailRule, valueOf, type Field, type Rules } from './fields.ts'
import type { Address } from './order.ts'

/** The price of any delivery, in cents. */
export const deliveryPrice = 450

const provinces =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming'
    .split(',')
    .map((province) => ({ code: `US-${province.slice(0, 2)}`, name: province.slice(3) }))

/** Returns the name of a state. */
export const provinceName = (code: string) => provinces.find((province) => province.code === code)?.name ?? code

/** The fields of the checkout. */
export const deliveryFields: Field[] = [
  { name: 'email', label: 'E-mail', value: '', autocomplete: 'email', type: 'email', wide: true },
  { name: 'first_name', label: 'First name', value: '', autocomplete: 'given-name' },
  { name: 'last_name', label: 'Last name', value: '', autocomplete: 'family-name' },
  { name: 'address1', label: 'Street and number', value: '418 Alder Street', autocomplete: 'address-line1', wide: true },
  { name: 'address2', label: 'Flat, floor or company', value: '', autocomplete: 'address-line2', optional: true, wide: true },
  { name: 'city', label: 'City', value: 'Oakland', autocomplete: 'address-level2' },
  { name: 'province_code', label: 'State', value: 'US-CA', autocomplete: 'address-level1', choices: provinces },
  { name: 'postal_code', label: 'ZIP code', value: '94607', autocomplete: 'postal-code' },
  { name: 'phone_number', label: 'Phone, for the carrier', value: '+1 510 555 0134', autocomplete: 'tel', type: 'tel' },
]

/** The rules for the values of these fields. */
export const deliveryRules: Rules = {
  email: emailRule,
  phone_number: [/^\+?[0-9][0-9 ().\-/]{4,30}$/, 'Write a number such as +1 510 555 0134.'],
  postal_code: [/^\d{5}(-\d{4})?$/, 'Write five digits, such as 94607.'],
  province_code: [/^US-[A-Z]{2}$/, 'Choose a state.'],
}

/** Reads the address and the buyer from fields without problems. */
export function readDelivery(fields: Field[]): { address: Address; person: { first_name: string; last_name: string; email: string } } {
  const of = (name: string) => valueOf(fields, name)
  return {
    person: { first_name: of('first_name'), last_name: of('last_name'), email: of('email') },
    address: {
      address1: of('address1'),
      ...(of('address2') && { address2: of('address2') }),
      city: of('city'),
      province_code: of('province_code'),
      postal_code: of('postal_code'),
      country_code: 'US',
      phone_number: of('phone_number'),
    },
  }
}
