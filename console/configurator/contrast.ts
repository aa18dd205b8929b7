import type { Choice } from './snippets.ts'

/** The least contrast of text that most people can read (WCAG 2.2, success criterion 1.4.3). */
const minContrast = 4.5

/** The property for the text on each ground that a theme may set. */
const texts: Readonly<Record<string, string>> = {
  '--storefront-surface': '--storefront-on-surface',
  '--storefront-dialog-surface': '--storefront-on-dialog-surface',
}

/** Warns of a ground on which the text can hardly be read; undefined if it can be read. `inherited`: the colour of the page's text. */
export function contrastWarning(ground: string, { properties }: Choice, inherited: string): string | undefined {
  const [back, text] = [properties[ground], texts[ground]]
  if (back === undefined || text === undefined) return undefined
  const ratio = contrast(properties[text] ?? properties['--storefront-on-surface'] ?? inherited, back)
  if (ratio === undefined || ratio >= minContrast) return undefined
  return `The text on it has a contrast of ${ratio.toFixed(1)} : 1, and can be read from ${minContrast} : 1 on. Set ${text}, too.`
}

/** The contrast of two colours (WCAG 2.2); undefined if one of them is no colour. */
function contrast(front: string, back: string): number | undefined {
  if (![front, back].every((colour) => CSS.supports('color', colour))) return undefined
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  const luminance = (...layers: string[]) => {
    for (const layer of layers) {
      canvas.fillStyle = layer
      canvas.fillRect(0, 0, 1, 1)
    }
    const channels = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => value / 255)
    const [red = 0, green = 0, blue = 0] = channels.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [dark = 0, light = 0] = [luminance('white', back), luminance('white', back, front)].sort((one, other) => one - other)
  return (light + 0.05) / (dark + 0.05)
}
