/** Digits in groups, as people and programs write long numbers. */
const grouped = /\d+(?:[ .\-\u2010-\u2015]{1,3}\d+)*/g
const longest = 19
/** The platform’s own form of an id, whose digits are not a card number (A41). */
const graphId = /^gid:\/\/[\w-]+\/[\w-]+\/[\w-]+$/

/** Returns whether a value contains a card number anywhere: as a number or within text, grouped or not, also in field names (A41). */
export function holdsCardNumber(value: unknown): boolean {
  if (value !== null && typeof value === 'object') return Object.entries(value).flat().some(holdsCardNumber)
  // Converts the digits of any script.
  const text = String(value).normalize('NFKC')
  return !graphId.test(text) && [...text.matchAll(grouped)].some(([digits]) => holdsOneIn(digits.split(/\D+/)))
}

/** Returns whether some consecutive groups form a card number, so that an expiry date beside it hides nothing. */
function holdsOneIn(groups: readonly string[]) {
  return groups.some((_, start) => {
    let digits = ''
    for (let end = start; end < groups.length && digits.length < longest; end++) {
      digits += groups[end]
      if (isCardNumber(digits)) return true
    }
    return false
  })
}

/** Checks ISO/IEC 7812: 13 to 19 digits, the last of which is a check digit for the others (Luhn). */
function isCardNumber(digits: string) {
  if (!/^[1-9]\d{12,18}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((sum, digit, index) => {
    const weighed = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return sum + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === 0
}
