import type { Place } from '../../../src/contract/tracking.ts'

// Converts text of services and carriers to a form that is safe to show to anyone.

/** Removes control characters and characters that change the reading direction; cuts the text at 500 characters. */
export const clean = (value: string) =>
  value
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .slice(0, 500)
    .trim()

export const toText = (value: string | null | undefined): string | null => clean(value ?? '') || null

/** The time in ISO 8601, or null if it is not a time. */
export function toTime(value: string | null | undefined): string | null {
  const time = Date.parse(value ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** A time with the offset of its place, if the text has one. */
export function toLocalTime(value: string | null | undefined): string | null {
  const time = toTime(value)
  const [, sign = '', hours = '', minutes = ''] = /([+-])(\d\d):?(\d\d)$/.exec(value ?? '') ?? []
  const ahead = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  if (time === null || !ahead || Math.abs(ahead) > 50_400_000) return time
  const there = new Date(Date.parse(time) + ahead)
  // The last hours that a date can hold have no local time.
  return Number.isNaN(there.getTime()) ? time : there.toISOString().replace('Z', `${sign}${hours}:${minutes}`)
}

/** An absolute `http` or `https` address without credentials, or null: any other address could run a script or mislead the shopper. */
export function toUrl(value: string | null | undefined): string | null {
  const url = value && URL.canParse(value) ? new URL(value) : null
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null
}

export const toPlace = ({
  city,
  province_code,
  country_code,
}: {
  city?: string | null
  province_code?: string | null
  country_code?: string | null
}): Place => ({
  city: toText(city),
  province: toText(province_code),
  country: toText(country_code),
})
