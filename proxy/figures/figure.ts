import { languages } from '../../src/contract/languages.ts'
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

/**
 * The language of a tag or of an `Accept-Language` header: its first subtag, or empty if there is none. The languages that the widgets do not
 * have are counted together, as `other`, because a rare language could name a person.
 */
export function toLanguage(tag: string | undefined): string {
  const [, first] = /^\s*([A-Za-z]{2,3})\b/.exec(tag ?? '') ?? []
  if (!first) return ''
  const language = first.toLowerCase()
  return languages.includes(language) ? language : 'other'
}

/** The day of a time, in UTC. */
export const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)
