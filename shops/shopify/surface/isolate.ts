const rightToLeft = { letters: /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/, languages: /^(ar|fa|he|ur)\b/ }

/**
 * A text of a service or of the shop, on a page in this language. If either is written from right to left, the text is put between characters inside
 * of which its order and its punctuation are its own (https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates): no element can do that for a
 * part of a string. Other pages have no such characters, because they would be copied with an order number.
 */
export const isolate = (text: string, lang: string) => (rightToLeft.languages.test(lang) || rightToLeft.letters.test(text) ? `\u2068${text}\u2069` : text)
