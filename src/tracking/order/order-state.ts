import type { TrackedEvent, TrackedOrder, TrackedPackage } from '../../contract/tracking.ts'
import { progressOf } from './package-status.ts'
import { isMiss, isOff, isOutage } from './problems.ts'
import type { Proof } from './proof.ts'

/** How many packages are shown at first, and how many more at each press. */
const packagesPerPage = 10

/** All events of one package, requested when the shopper opens them. */
export interface History {
  /** The package as it was when they came. */
  of?: TrackedPackage
  events?: readonly TrackedEvent[]
  isBusy?: boolean
  /** How often in a row they could not be had. */
  failures: number
}

/** A change to the order's protection that the shopper makes. */
export interface ProtectionChange {
  /** The shopper has asked to remove it, and has not confirmed that yet. */
  isAsking?: boolean | undefined
  isBusy?: boolean
  /** Shown in place of the state, if the change takes long enough to be noticed. */
  progress?: 'protecting' | 'removing'
  /** Why it was not done. */
  fault?: 'protect_refused' | 'unprotect_refused' | 'act_wait' | 'act_failed' | undefined
}

/** One order, as the page knows it. */
export interface OrderState {
  /** The order on screen. */
  order?: TrackedOrder
  /** When the order on screen was so (milliseconds since 1970). */
  asOf?: number
  isBusy: boolean
  /** Why there is no order, or no newer one. */
  problem?: unknown
  /** How often in a row nobody knew the order. */
  misses: number
  /** How often in a row the proxy could not be reached. */
  outages: number
  /** Whether the page has waited for the carriers' scans. */
  hasWaited: boolean
  /** Whether all answers of the carriers are on screen. */
  isSettled: boolean
  /** Counts the answers that brought something new. */
  revision: number
  /** Read out in the status line: one of our own messages, or a text. */
  announcement?: 'new_update' | { text: string } | undefined
  /** Whether something was shown of which nothing was known: of several packages none opens by itself then, since each would get another height. */
  wasUnknown: boolean
  /** The packages whose earlier events are open. */
  opened: ReadonlySet<string>
  histories: ReadonlyMap<string, History>
  packagesShown: number
  protection: ProtectionChange
}

/** Something that happened to one order. */
export type OrderEvent =
  | { type: 'requested' }
  | { type: 'stopped' }
  | { type: 'answered'; order: TrackedOrder; isNew: boolean; at: number }
  | { type: 'announced'; announcement: OrderState['announcement']; isNew: boolean }
  | { type: 'failed'; problem: unknown }
  | { type: 'waited' }
  | { type: 'said'; text: string }
  | { type: 'toggled'; id: string; isOpen: boolean }
  | { type: 'history-changed'; id: string; history: History }
  | { type: 'extended' }
  | { type: 'protection-changed'; change: ProtectionChange }

export const initialOrder: OrderState = {
  isBusy: false,
  misses: 0,
  outages: 0,
  hasWaited: false,
  isSettled: false,
  revision: 0,
  wasUnknown: false,
  opened: new Set(),
  histories: new Map(),
  packagesShown: packagesPerPage,
  protection: {},
}

/** The state of an order after an event. */
export function changeOrder(state: OrderState, event: OrderEvent): OrderState {
  switch (event.type) {
    case 'requested':
      return { ...state, isBusy: true }
    case 'stopped':
      return { ...state, isBusy: false }
    case 'answered': {
      const { order, isNew, at } = event
      return {
        ...state,
        order,
        asOf: at,
        isBusy: false,
        problem: undefined,
        misses: 0,
        outages: 0,
        // A screen reader reads the same words again only if they were gone meanwhile.
        announcement: isNew ? undefined : state.announcement,
        wasUnknown: state.wasUnknown || order.packages.some(({ pending, status }) => pending && !status),
      }
    }
    case 'announced':
      return {
        ...state,
        announcement: event.announcement ?? state.announcement,
        revision: state.revision + Number(event.isNew),
        isSettled: state.isSettled || !!state.order?.all_settled || state.hasWaited,
      }
    case 'failed': {
      const { problem } = event
      return {
        ...state,
        problem,
        isBusy: false,
        misses: state.misses + Number(isMiss(problem)),
        outages: state.outages + Number(isOutage(problem) || isOff(problem)),
      }
    }
    case 'waited':
      return { ...state, hasWaited: true }
    case 'said':
      return { ...state, announcement: { text: event.text } }
    case 'toggled': {
      const opened = new Set(state.opened)
      if (event.isOpen) opened.add(event.id)
      else opened.delete(event.id)
      return { ...state, opened }
    }
    case 'history-changed':
      return { ...state, histories: new Map(state.histories).set(event.id, event.history) }
    case 'extended':
      return { ...state, packagesShown: state.packagesShown + packagesPerPage }
    case 'protection-changed':
      return { ...state, protection: event.change }
  }
}

/** Why there is no order, or no newer one, as far as that is to be shown: an outage stays on screen while the order is requested again. */
export const problemOf = ({ problem, isBusy }: OrderState) => (isBusy && !isOutage(problem) ? undefined : problem)

/** Milliseconds for which the status line announces an update. */
export const announcementTime = 8_000

/** The words for an answer: none for the first one, which the shopper sees anyway. */
export const announcementFor = ({ order, outages }: OrderState, isNew: boolean): OrderState['announcement'] =>
  isNew && (order || outages) ? 'new_update' : undefined

/**
 * Milliseconds after so many misses until an order's key is tried again: the thank-you page is there before the shop has reported the order. Then
 * the shopper is asked.
 */
export const missPauses = [0, 2_000, 5_000, 10_000, 20_000]
/** Milliseconds until an order is requested again of which something should arrive today, and until any other that has not arrived. */
const arrivalPause = 180_000
const usualPause = 600_000
/** Milliseconds after which an order is no longer fresh for somebody who comes back to it. */
const freshness = 60_000

/** Whether an order is to be requested again once somebody comes back to the page. */
export const isStale = ({ asOf = Infinity }: OrderState, now: number) => now - asOf > freshness

/** Milliseconds until the key of an order is tried again that nobody knows yet. */
export const missPauseOf = ({ order, problem, isBusy, misses }: OrderState, { key }: Proof) =>
  key && !order && !isBusy && isMiss(problem) ? missPauses[misses] : undefined

/** The reason for which the page asks for an order again: because the carriers' scans have come, or because some milliseconds are over. */
export type Wait = { for: 'scans'; ticket: string } | { for: 'time'; milliseconds: number }

/** The next time that the page asks for an order by itself; undefined if only the shopper can cause it. `eventsPause`: because opened events are missing. */
export function waitOf(state: OrderState, proof: Proof, now: number, eventsPause?: number): Wait | undefined {
  const { order, asOf, problem, outages, hasWaited } = state
  const after = (milliseconds: number): Wait => ({ for: 'time', milliseconds })
  if (isOutage(problem)) return after(Math.min(60_000, 2_500 * 2 ** outages))
  const pause = missPauseOf(state, proof)
  if (pause) return after(pause)
  if (!order || problem) return undefined
  if (!hasWaited && !order.all_settled) return { for: 'scans', ticket: order.ticket }
  if (eventsPause !== undefined) return after(eventsPause)
  const { packages, unshipped_items, has_shippable_items } = order
  const isComplete = !unshipped_items.length && packages.every((parcel) => progressOf(parcel).step === 5)
  if (!has_shippable_items || (packages.length && isComplete)) return undefined
  return after((packages.some(({ status }) => status === 'out_for_delivery') ? arrivalPause : usualPause) - (now - asOf!))
}
