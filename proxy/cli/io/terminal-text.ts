import stringWidth from 'string-width'

/*
 * Text as a terminal shows it. What services say is anybody's text: a member's name may hold codes that would clear the screen, write
 * into the clipboard, or turn the rest of a line around.
 */

/** Control characters, line separators, and the marks that override the direction of writing. */
const steering = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
const names: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The same text, in which whatever would steer a terminal is spelled out. */
export const escapeControls = (text: string) => text.replace(steering, (character) => names[character] ?? escaped(character))

/** The same value as JSON that is harmless on a terminal too: what JSON leaves as it is, it may also have escaped. */
export const toEscapedJson = (value: unknown, indent?: number) =>
  (JSON.stringify(value, undefined, indent) ?? 'null').replace(steering, (character) => (character === '\n' && indent ? '\n' : escaped(character)))

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The text, cut to so many columns where it takes more; characters stay whole. */
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

/** Keeps the direction of a text to itself, so that an Arabic name does not move what stands beside it. */
export const isolateDirection = (text: string) => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)
