import type { FigureRow } from '../store/tables.ts'

/**
 * What is counted. `offered`: a price that the proxy gave to a page; `chosen`: an order that came with a quote; `orders`: an order that the service has;
 * `protected`: one that it holds as protected, with the amount that is protected; `revenue`: what was paid for it; `lookups`: an order that a shopper
 * looked up; `redeemed`: credits that became a code. Claims are not among them: their rows are kept, and are read instead.
 */
export const figureNames = ['offered', 'chosen', 'orders', 'protected', 'revenue', 'lookups', 'redeemed'] as const
/** One of the things that are counted. */
export type FigureName = (typeof figureNames)[number]

/** An event to count. It names no person. */
export interface FigureEvent {
  name: FigureName
  /** The language of the shopper, as a tag; absent if it is not known. */
  lang?: string | undefined
  money?: { cents: number; currency: string } | undefined
}

/** The events of one day, language, name and currency. */
export type Figure = FigureRow

/** The languages that are told apart; the others are counted together, because a rare language could name a person. */
const languages: ReadonlySet<string> = new Set(['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pt'])

/** The language of a tag or of an `Accept-Language` header: its first subtag, `other`, or empty if there is none. */
export function toLanguage(tag: string | undefined): string {
  const [, first] = /^\s*([A-Za-z]{2,3})\b/.exec(tag ?? '') ?? []
  if (!first) return ''
  return languages.has(first.toLowerCase()) ? first.toLowerCase() : 'other'
}

/** The day of a time, in UTC. */
export const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)
