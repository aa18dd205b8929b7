import { decimals, type Money } from '../../src/contract/money.ts'

/** An amount for people: "$24.00". */
export const inMoney = ({ cents, currency }: Money) => new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 10 ** decimals(currency))

/** A time for people, in their time zone: "22 Nov 2026, 09:30". */
export const inTime = (iso: string) => new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** "1 piece", "2 pieces". */
export const counted = (count: number, one: string, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`
