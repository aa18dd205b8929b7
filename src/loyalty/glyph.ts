import { html, type TemplateResult } from 'lit'

/** The drawing for a type of benefit, for a reason of an entry, or for a thing. Types are an open list (A24): what is not known has a star. */
export const renderGlyph = (type: string, part = 'glyph'): TemplateResult =>
  html`<svg part=${part} class=${part} viewBox="0 0 24 24" aria-hidden="true"><path d=${glyphs.find(([kind]) => kind.test(type))![1]}></path></svg>`

/** On a grid of 24 × 24, drawn with a line of 1.75. */
const glyphs = [
  [/^tier$/, 'M3.5 7.5 8 12l4-7 4 7 4.5-4.5-2 11h-13z'],
  [/expir/i, 'M6.5 3h11M6.5 21h11M8 3v3.5c0 2.5 4 3.5 4 5.5s-4 3-4 5.5V21M16 3v3.5c0 2.5-4 3.5-4 5.5s4 3 4 5.5V21'],
  [/purchase/i, 'M5 8h14l1 12.5H4zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5'],
  [/redem|disc|pric/i, 'M3.5 3.5h8.25l9 9-8.25 8.25-9-9zM8 8v.1'],
  [
    /gift|birth|anniv|sign|manual|recur|referr/i,
    'M3.5 8.5h17v4h-17zM5 12.5h14V21H5zM12 8.5V21M12 8.5C9 8.5 7 7.6 7 5.6 7 3.9 8.3 3 9.5 3c1.8 0 2.5 2.5 2.5 5.5 0-3 .7-5.5 2.5-5.5C15.7 3 17 3.9 17 5.6c0 2-2 2.9-5 2.9z',
  ],
  [
    /credit|refund/i,
    'M3.2 12a8.8 8.8 0 0 1 17.6 0 8.8 8.8 0 0 1-17.6 0M14.8 9c-.5-1-1.5-1.5-2.8-1.5-1.6 0-2.8.8-2.8 2.1 0 3 5.8 1.6 5.8 4.7 0 1.4-1.3 2.2-3 2.2-1.5 0-2.6-.6-3.1-1.7M12 5.5v13',
  ],
  [/ship/i, 'M2.5 6h11v11h-11zM13.5 10h4l4 3.5V17h-8zM5 18a2 2 0 0 0 4 0 2 2 0 0 0-4 0m10.5 0a2 2 0 0 0 4 0 2 2 0 0 0-4 0'],
  [/early/i, 'M4 15.5a4.2 4.2 0 0 0 8.5 0 4.2 4.2 0 0 0-8.5 0m7-3L19.5 4M16 7.5l3 3M13.5 10l2 2'],
  [/(?:)/, 'm12 3 2.7 5.8 6.3.8-4.6 4.4 1.2 6.2-5.6-3-5.6 3L7.6 14 3 9.6l6.3-.8z'],
] as const
