import { html, svg, type TemplateResult } from 'lit'

/** Lines of 24 × 24. */
const paths = {
  box: 'm12 2.75 8.25 4.5v9.5L12 21.25l-8.25-4.5v-9.5zM3.75 7.25 12 11.75l8.25-4.5M12 11.75v9.5M8 5l8.25 4.5',
  truck: 'M2.5 6h11v11h-11zM13.5 10h4l4 3.5V17h-8zM5 18a2 2 0 1 0 4 0 2 2 0 1 0-4 0M15.5 18a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  tick: 'm4.5 12.5 5 5L20 6.5',
  clock: 'M3.25 12a8.75 8.75 0 1 0 17.5 0 8.75 8.75 0 1 0-17.5 0M12 7v5.25l3.5 2',
  triangle: 'M12 3.5 22 20.5H2zM12 10v4.5M12 17.4v.1',
  back: 'M9 5 4 10l5 5M4 10h10.5a5.5 5.5 0 0 1 0 11H10',
  pin: 'M12 21.5c4.5-4.4 6.75-8 6.75-11.2a6.75 6.75 0 0 0-13.5 0c0 3.2 2.25 6.8 6.75 11.2ZM9.5 10.25a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0',
  door: 'M3 10.75 12 3.5l9 7.25M5.25 9v11.5h13.5V9M10 20.5v-6h4v6',
  shield: 'M12 2.75c2.4 1.9 4.9 2.7 7.75 2.9v5.6c0 4.7-3 8.1-7.75 10-4.75-1.9-7.75-5.3-7.75-10v-5.6c2.85-.2 5.35-1 7.75-2.9ZM8.5 12l2.5 2.5 4.75-5',
  copy: 'M8.5 8.5h12v12h-12zM15.5 5V3.5h-12v12H5',
  chevron: 'm6 9.5 6 6 6-6',
  out: 'M10 5H4.5v14.5H19V14M13.5 4.5h6v6M19.5 4.5l-9 9',
  mail: 'M3 5.5h18v13.5H3zM3.5 6.5 12 13l8.5-6.5',
} as const

export type Icon = keyof typeof paths

/** A drawing beside words that say the same. */
export const renderIcon = (name: Icon, more?: unknown): TemplateResult =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true" part=${`icon ${name}`}>${svg`<path d=${paths[name]}></path>`}${more}</svg>`

/** Seven strokes around the tick of a delivery. */
export const sparks = svg`<path
  class="spark"
  d="M20.5-14.2 21.3-16.5M33.7-4.9 36.4-7.1M39.2 8.2 41.7 7.8M28.9 33.7 31.1 36.4M-9.7 28.9-11.6 30.5M-15.2 8.2-18.7 7.7M-4.9-9.7-6.5-11.6"
></path>`
