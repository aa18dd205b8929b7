import fc from 'fast-check'
import { iso31661, iso31662 } from 'iso-3166'
import { membershipParts } from '../../src/contract/loyalty.schema.ts'

/** Text that has broken programs: quotes, signs that addresses give a meaning to, scripts of every direction, what looks like code. */
const awkward = [
  ' ',
  ' around ',
  '"quoted"',
  "O'Brien & Sons <b>",
  '100 %',
  '%2F%00%zz',
  'a+b=c',
  'a/b?c#d&e;f',
  '..%2f',
  '\\u0000\u0000\t\r\n',
  'null',
  'undefined',
  '[object Object]',
  'constructor',
  '{{7*7}}${7*7}',
  '=SUM(A1)',
  '北京市朝阳区',
  'שלום עולם',
  'مرحبا \u202eabc\u202c',
  'नमस्ते',
  'Zoe\u0308 Å\u030a ﬁ',
  '👩‍👩‍👧‍👦🏳️‍🌈𝒳',
  '\ufeff\u200b\u2028',
  '１２３',
  '١٢٣',
]
const ascii = `a Z9"'%+/?#&=\\<`

const fits = (shortest: number, longest: number) => (text: string) => text.length >= shortest && text.length <= longest

/** Any text of that many UTF-16 units that can be written as UTF-8; often awkward, sometimes of exactly the least or the most. */
export function anyText(shortest = 0, longest = 2048): fc.Arbitrary<string> {
  const units = fc.oneof(fc.string({ unit: 'binary', maxLength: 24 }), fc.string({ unit: 'grapheme', maxLength: 24 }), fc.string({ maxLength: 24 }))
  const ofLength = (length: number) => ascii.repeat(Math.ceil(length / ascii.length)).slice(0, length)
  const edges = longest <= 2048 ? [ofLength(shortest), ofLength(longest)] : [ofLength(shortest)]
  return fc.oneof(
    { weight: 6, arbitrary: units.filter(fits(shortest, longest)) },
    { weight: 3, arbitrary: fc.constantFrom(...awkward.filter(fits(shortest, longest)), ofLength(shortest)) },
    { weight: 1, arbitrary: fc.constantFrom(...edges) },
  )
}

/** Lists of words that the world, or our contract, agrees on; a text that only some words may stand for takes them from one of these. */
export const wordLists: readonly (readonly string[])[] = [
  Intl.supportedValuesOf('currency'),
  iso31661.map(({ alpha2 }) => alpha2),
  iso31662.map(({ code }) => code),
  membershipParts,
]

const subdivisions = new Map<string, string[]>()
for (const { code } of iso31662) subdivisions.set(code.slice(0, 2), [...(subdivisions.get(code.slice(0, 2)) ?? []), code])

/** ISO 3166-2 codes of a country; the empty one alone where it has none. */
export const subdivisionsOf = (country: string): readonly string[] => subdivisions.get(country) ?? ['']

/** Addresses of people; no rarer form than what is accepted nearly everywhere. */
export const anyEmail = fc.stringMatching(/^[A-Za-z0-9_'+-]{1,20}[a-z0-9](\.[A-Za-z0-9_+-]{1,12}[a-z])?@([a-z0-9][a-z0-9-]{0,10}[a-z]\.){1,3}[a-z]{2,6}$/)

/** Web addresses, with what has to be encoded in them and what is already. */
export const anyUrl = fc.oneof(
  fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true, withFragments: true }),
  fc.constantFrom(
    'http://localhost:8080/hook?token=a%2Fb+c',
    'https://shop.example.com/é/%E2%82%AC?q="x"#y',
    'https://münchen.example/a b',
    'http://[::1]:9/',
    'https://user:pass@shop.example.com/',
  ),
)

/** ISO 8601 in any offset, to the minute, second, or finer. */
export const anyDateTime = fc
  .tuple(
    fc.date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true }),
    fc.constantFrom('', ':00', '.1', '.123456'),
    fc.constantFrom('Z', '+00:00', '-07:30', '+14:00'),
  )
  .map(([date, fraction, offset]) => {
    const minute = date.toISOString().slice(0, 16)
    return `${minute}${fraction.startsWith('.') ? `:59${fraction}` : fraction || ':01'}${offset}`
  })
