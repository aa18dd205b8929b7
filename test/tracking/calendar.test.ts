import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { calendarFile, type Arrival } from '../../src/tracking/extras/calendar.ts'

const now = new Date('2026-03-01T10:20:30Z')
const arrival = (changes: Partial<Arrival> = {}): Arrival => ({
  id: '1Z@shop.example',
  summary: 'Package',
  from: '2026-03-04T00:00:00.000Z',
  to: '2026-03-04T00:00:00.000Z',
  ...changes,
})
const lines = (...arrivals: Arrival[]) => calendarFile(arrivals, now).split('\r\n')

describe('a calendar file', () => {
  test('writes a day as an entry that ends on the next day and blocks no time', () => {
    assert.deepEqual(lines(arrival()), [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//storefront-widgets//tracking//EN',
      'BEGIN:VEVENT',
      'UID:1Z@shop.example',
      'DTSTAMP:20260301T102030Z',
      'DTSTART;VALUE=DATE:20260304',
      'DTEND;VALUE=DATE:20260305',
      'SUMMARY:Package',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  test('covers every day of a range, in whichever order its ends come', () => {
    for (const [from, to] of [
      ['2026-03-04T00:00:00Z', '2026-03-06T00:00:00Z'],
      ['2026-03-06T00:00:00Z', '2026-03-04T00:00:00Z'],
    ] as const)
      assert.deepEqual(lines(arrival({ from, to })).slice(6, 8), ['DTSTART;VALUE=DATE:20260304', 'DTEND;VALUE=DATE:20260307'])
  })

  test('writes a time window with both ends, and a single moment without an end', () => {
    const from = '2026-03-04T14:00:00+01:00'
    assert.deepEqual(lines(arrival({ from, to: '2026-03-04T18:30:00+01:00' })).slice(6, 8), ['DTSTART:20260304T130000Z', 'DTEND:20260304T173000Z'])
    assert.deepEqual(lines(arrival({ from, to: from })).slice(6, 8), ['DTSTART:20260304T130000Z', 'SUMMARY:Package'])
  })

  test('escapes texts, which can add no lines to the calendar', () => {
    const all = lines(arrival({ summary: 'A; b, c\\d\r\nEND:VEVENT', id: 'x\nBEGIN:VALARM' }))

    assert.ok(all.includes('SUMMARY:A\\; b\\, c\\\\d\\nEND:VEVENT'))
    assert.deepEqual(
      all.filter((line) => /^(BEGIN|END):/.test(line)),
      ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'END:VEVENT', 'END:VCALENDAR'],
    )
  })

  test('folds lines at 75 octets, never within a character, and loses nothing', () => {
    const summary = 'ご注文の荷物🎁'.repeat(20)
    const file = calendarFile([arrival({ summary, url: `https://shop.example/track#key=${'k'.repeat(300)}` })], now)

    const longest = Math.max(...file.split('\r\n').map((line) => Buffer.byteLength(line)))
    assert.ok(longest <= 75, `${longest}`)
    assert.ok(!file.includes('\ufffd'))
    const unfolded = file.replaceAll('\r\n ', '').split('\r\n')
    assert.ok(unfolded.includes(`SUMMARY:${summary}`))
    assert.ok(unfolded.includes(`URL:https://shop.example/track#key=${'k'.repeat(300)}`))
  })
})
