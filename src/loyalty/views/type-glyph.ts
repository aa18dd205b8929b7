import type { TemplateResult } from 'lit'
import { expiryPath, renderGlyph } from './glyph.ts'

/** The drawing for a type of benefit or for the reason of an entry. Types are an open list (A24): an unknown one has a star. */
export const renderTypeGlyph = (type: string, part?: string): TemplateResult => renderGlyph(glyphs.find(([kind]) => kind.test(type))![1], part)

/** The first that fits: what a benefit is for says more than that it is paid in credits. */
const glyphs = [
  [/expir/i, expiryPath],
  // A bag.
  [/purchase/i, 'M5 8h14l1 12.5H4zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5'],
  // A label.
  [/redem|disc|pric/i, 'M3.5 3.5h8.25l9 9-8.25 8.25-9-9zM8 8v.1'],
  // A cake with candles.
  [/birth/i, 'M4 20.5V12h16v8.5zM4 16h16M8 12V8m4 4V8m4 4V8M8 4.5v.1m4-.1v.1m4-.1v.1'],
  // A heart.
  [/anniv/i, 'M12 20 4 12a5 5 0 0 1 8-6 5 5 0 0 1 8 6z'],
  // Somebody new.
  [/sign|referr/i, 'M3 20.5a6.5 6.5 0 0 1 13 0M6 8a3.5 3.5 0 0 0 7 0 3.5 3.5 0 0 0-7 0m12.5 1v6m-3-3h6'],
  // A parcel with a bow.
  [/gift/i, 'M4 8h16v13H4zM4 12h16M12 8v13M12 8 8 4m4 4 4-4'],
  // Two coins.
  [/credit|refund/i, 'M2.5 9a6.5 6.5 0 0 0 13 0 6.5 6.5 0 0 0-13 0m15.2-.5a6.5 6.5 0 1 1-9.2 9.2'],
  [/ship/i, 'M2.5 6h11v11h-11zM13.5 10h4l4 3.5V17h-8zM5 18a2 2 0 0 0 4 0 2 2 0 0 0-4 0m10.5 0a2 2 0 0 0 4 0 2 2 0 0 0-4 0'],
  // A clock.
  [/early/i, 'M3 12a9 9 0 0 0 18 0 9 9 0 0 0-18 0m9-5v5l3 3'],
  // A leaf of a calendar.
  [/campaign|recur/i, 'M4 5.5h16V20.5H4zM4 10h16M8.5 3v5m7-5v5'],
  [/(?:)/, 'M12 3c1 6 3 8 9 9-6 1-8 3-9 9-1-6-3-8-9-9 6-1 8-3 9-9z'],
] as const
