import { parse } from 'lossless-json'
import { decimals, type Money } from '../../src/contract/money.ts'
import { dateTime as dateTimeSchema } from '../upstream/field.schema.ts'
import { limits } from '../upstream/limits.ts'

/** A payload cannot be reported as it is, and the proxy guesses nothing. The message names the field, the fault and the remedy. */
export class Unmappable extends Error {
  constructor(path: string, fault: string, remedy: string) {
    super(`${path} ${fault}: ${remedy}`)
  }
}

const inspectRemedy = 'nothing can be reported without it; look at what the platform sends, then drop this'
const upgradeRemedy = 'update the proxy to a version that knows it, then retry this'
const currencies = new Set(Intl.supportedValuesOf('currency'))

/**
 * A part of a payload, with its path. Numbers are read as the text in which they were written: Shopify's ids have 18 digits, and JavaScript's
 * numbers lose the last digits from 2^53 on.
 */
export class Part {
  constructor(
    readonly value: unknown,
    readonly path: string,
  ) {}

  at(name: string): Part {
    const inner = this.isObject() ? (this.value as Record<string, unknown>)[name] : undefined
    return new Part(inner, this.path === '' ? name : `${this.path}.${name}`)
  }

  items(): Part[] {
    return Array.isArray(this.value) ? this.value.map((item, index) => new Part(item, `${this.path}[${index}]`)) : []
  }

  isObject(): boolean {
    return typeof this.value === 'object' && this.value !== null && !Array.isArray(this.value)
  }

  /** Text that is not empty, or a number as it was written. */
  text(): string | undefined {
    return typeof this.value === 'string' ? this.value.trim() || undefined : undefined
  }

  needText(remedy: string): string {
    return this.text() ?? this.missing(remedy)
  }

  /** An id: text without characters that an address or a store cannot hold. */
  id(): string | undefined {
    const text = this.text()
    return text !== undefined && /^(?!\.{1,2}$)[^\p{C}]{1,128}$/u.test(text) ? text : undefined
  }

  needId(): string {
    return this.id() ?? (this.text() === undefined ? this.missing(inspectRemedy) : this.unfit('is no id', inspectRemedy))
  }

  isBoolean(): boolean {
    return typeof this.value === 'boolean'
  }

  flag(): boolean {
    return this.value === true
  }

  /** A whole number that is not negative; 0 if the field is missing. */
  count(): number {
    const text = this.text() ?? '0'
    const count = Number(text)
    if (!/^\d+(\.0+)?$/.test(text) || !Number.isSafeInteger(count)) throw new Unmappable(this.path, 'is no count', upgradeRemedy)
    return count
  }

  /** A time, in milliseconds since 1970. */
  time(): number | undefined {
    const time = Date.parse(this.text() ?? '')
    return Number.isNaN(time) ? undefined : time
  }

  /** A time as it was written, with its offset. */
  dateTime(): string | undefined {
    return dateTimeSchema.safeParse(this.text()).data
  }

  needDateTime(): string {
    return (
      this.dateTime() ?? (this.text() === undefined ? this.missing(inspectRemedy) : this.unfit(`"${truncate(this.text()!, 32)}" is no time`, upgradeRemedy))
    )
  }

  /** A decimal amount in this currency, exact. */
  money(currency: string): Money {
    return { cents: toCents(this.needText(inspectRemedy), currency, this.path), currency }
  }

  /** A known currency code. */
  currency(): string {
    const code = this.needText(inspectRemedy).toUpperCase()
    if (!currencies.has(code)) throw new Unmappable(this.path, `"${code.slice(0, 16)}" is no known currency`, upgradeRemedy)
    return code
  }

  missing(remedy: string): never {
    return this.unfit('is missing', remedy)
  }

  unfit(fault: string, remedy: string): never {
    throw new Unmappable(this.path, fault, remedy)
  }
}

/** Parses JSON without losing a digit; undefined if the text is not JSON. */
export function readPayload(text: string): Part | undefined {
  try {
    return new Part(parse(text, null, String), '')
  } catch {
    return undefined
  }
}

/** Converts a decimal string to the smallest unit of a currency, by ISO 4217: "12.30" USD is 1230, "1230" JPY is 1230. */
export function toCents(amount: string, currency: string, path: string): number {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(amount) ?? []
  if (whole === undefined) throw new Unmappable(path, `"${amount.slice(0, 32)}" is no amount`, upgradeRemedy)
  const digits = decimals(currency)
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > digits) throw new Unmappable(path, `"${amount.slice(0, 32)}" is finer than ${currency} can be`, upgradeRemedy)
  const cents = Number(BigInt(whole + significant.padEnd(digits, '0')))
  if (!Number.isSafeInteger(cents)) throw new Unmappable(path, `"${amount.slice(0, 32)}" is larger than any amount`, upgradeRemedy)
  if (sign === '-' && cents !== 0)
    throw new Unmappable(path, `"${amount.slice(0, 32)}" is negative`, 'correct it at the platform; its update is reported by itself')
  return cents
}

/** The part of `cents` for `some` of `of` pieces, rounded to the nearest unit. */
export function shareOf(cents: number, some: number, of: number): number {
  if (of <= 0 || some >= of) return cents
  return Number((BigInt(cents) * BigInt(some) * 2n + BigInt(of)) / (BigInt(of) * 2n))
}

/** Cuts a text to the length that the service accepts (A74). */
export const truncate = (text: string, longest = limits.text) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)
