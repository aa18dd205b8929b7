import type { FigureRow } from '../contract/figures.ts'

/** The events and the sums of one name, over the rows that a page shows. */
export const eventsOf = (rows: readonly FigureRow[], name: string) => sum(rows.filter((row) => row.name === name).map(({ events }) => events))

/** The sums of one name by currency, largest first. */
export function sumsOf(rows: readonly FigureRow[], name: string): { cents: number; currency: string }[] {
  const sums = new Map<string, number>()
  for (const row of rows) if (row.name === name && row.currency) sums.set(row.currency, (sums.get(row.currency) ?? 0) + row.cents)
  return [...sums].map(([currency, cents]) => ({ cents, currency })).sort((a, b) => b.cents - a.cents)
}

/** The share of orders that are protected, in per cent; null without orders. */
export function attachRate(rows: readonly FigureRow[]): number | null {
  const orders = eventsOf(rows, 'orders')
  return orders === 0 ? null : (eventsOf(rows, 'protected') / orders) * 100
}

/** All days from the first to the last, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let time = Date.parse(from); time <= Date.parse(to); time += 24 * 3_600_000) days.push(new Date(time).toISOString().slice(0, 10))
  return days
}

/** The rows as CSV (RFC 4180). Amounts stay in the smallest unit, so that no program rounds them. */
export function toCsv(rows: readonly FigureRow[]): string {
  const fields = ['day', 'lang', 'name', 'currency', 'events', 'cents'] as const
  const lines = rows.map((row) => fields.map((field) => `"${String(row[field]).replaceAll('"', '""')}"`).join(','))
  return [fields.join(','), ...lines].map((line) => `${line}\r\n`).join('')
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
