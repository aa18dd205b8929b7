const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!

/** What one sees where these colours lie on each other. */
export function seen(...layers: string[]): number[] {
  canvas.clearRect(0, 0, 1, 1)
  for (const layer of layers) {
    canvas.fillStyle = layer
    canvas.fillRect(0, 0, 1, 1)
  }
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
}

/** Relative luminance (WCAG 2.2). */
const luminance = (rgb: number[]) =>
  rgb
    .map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at]!, 0)

/** The contrast of two colours (WCAG 2.2). */
export function contrast(front: number[], back: number[]): number {
  const [dark, light] = [luminance(front), luminance(back)].sort((one, other) => one - other)
  return (light! + 0.05) / (dark! + 0.05)
}

/** Grounds of pages with a text of at least 7 : 1 on them. The page says nothing of `color-scheme`. */
export const grounds = [
  ['#ffffff', '#1d1d1f'],
  ['#ffffff', 'rgb(18 18 18 / 0.8)'],
  ['#f7f2e7', '#241c14'],
  ['#fff3c9', '#2c1654'],
  ['#d0d0d0', '#000000'],
  ['#1a3d7c', '#ffffff'],
  ['#17181c', '#f3f0ea'],
  ['#101412', '#e8efe9'],
  ['#000000', '#ffffff'],
] as const
/** Accents of themes, also such that cannot be seen on some ground. */
export const accents = [
  '',
  '#000000',
  '#ffffff',
  '#1f5f4a',
  '#9a3a1f',
  '#ff5c8a',
  '#7fd1ae',
  '#ffff00',
  '#0000ff',
  '#808080',
  '#17181c',
  '#767676',
  'rgb(0 128 0 / 0.5)',
]
