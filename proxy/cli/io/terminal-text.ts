import stringWidth from 'string-width'

/*
 * Text for terminals. Texts from services may come from anybody: a member's name may contain codes that clear the screen, write
 * into the clipboard, or reverse the rest of a line.
 */

/** Control characters, line separators, and the marks that override the direction of writing. */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
const names: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The text with its control characters escaped. */
export const escapeControls = (text: string) => text.replace(controls, (character) => names[character] ?? escaped(character))

/** The value as JSON that is harmless on a terminal: it also escapes control characters that JSON allows. */
export const toEscapedJson = (value: unknown, indent?: number) =>
  (JSON.stringify(value, undefined, indent) ?? 'null').replace(controls, (character) => (character === '\n' && indent ? '\n' : escaped(character)))

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The text, cut to this many columns at most; never cuts inside a character. */
export function truncate(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text
  let cut = ''
  let taken = 1
  for (const { segment } of segmenter.segment(text)) {
    taken += stringWidth(segment)
    if (taken > columns) break
    cut += segment
  }
  return `${cut}…`
}

/** Isolates the direction of a text, so that an Arabic name does not move the text beside it. */
export const isolateDirection = (text: string) => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)
