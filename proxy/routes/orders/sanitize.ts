import type { Place } from '../../../src/contract/tracking.ts'

// What a service or a carrier writes, in a form that can be told to anybody.

/** Text without characters that cannot be seen but change how the rest is read, and of a bearable length. */
export const clean = (value: string) =>
  value
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .slice(0, 500)
    .trim()

export const toText = (value: string | null | undefined): string | null => clean(value ?? '') || null

/** ISO 8601, or nothing where it is no time. */
export function toTime(value: string | null | undefined): string | null {
  const time = Date.parse(value ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** A time, in the time of the place where its offset tells which that is. */
export function toLocalTime(value: string | null | undefined): string | null {
  const time = toTime(value)
  const [, sign = '', hours = '', minutes = ''] = /([+-])(\d\d):?(\d\d)$/.exec(value ?? '') ?? []
  const ahead = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  if (time === null || !ahead || Math.abs(ahead) > 50_400_000) return time
  const there = new Date(Date.parse(time) + ahead)
  // The last hours of the calendar have no time there.
  return Number.isNaN(there.getTime()) ? time : there.toISOString().replace('Z', `${sign}${hours}:${minutes}`)
}

/** An absolute `http` or `https` address without credentials, or nothing: anything else could run script or lead astray. */
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
