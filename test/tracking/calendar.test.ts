import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { calendarFile, type Arrival } from '../../src/tracking/calendar.ts'

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
  test('has a day that lasts until the next, and bars nobody from anything', () => {
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

  test('has every day of a span, whichever end comes first', () => {
    for (const [from, to] of [
      ['2026-03-04T00:00:00Z', '2026-03-06T00:00:00Z'],
      ['2026-03-06T00:00:00Z', '2026-03-04T00:00:00Z'],
    ] as const)
      assert.deepEqual(lines(arrival({ from, to })).slice(6, 8), ['DTSTART;VALUE=DATE:20260304', 'DTEND;VALUE=DATE:20260307'])
  })

  test('has a window of hours as it is, and a moment without an end', () => {
    const from = '2026-03-04T14:00:00+01:00'
    assert.deepEqual(lines(arrival({ from, to: '2026-03-04T18:30:00+01:00' })).slice(6, 8), ['DTSTART:20260304T130000Z', 'DTEND:20260304T173000Z'])
    assert.deepEqual(lines(arrival({ from, to: from })).slice(6, 8), ['DTSTART:20260304T130000Z', 'SUMMARY:Package'])
  })

  test('takes nothing of a text for its own grammar', () => {
    const all = lines(arrival({ summary: 'A; b, c\\d\r\nEND:VEVENT', id: 'x\nBEGIN:VALARM' }))

    assert.ok(all.includes('SUMMARY:A\\; b\\, c\\\\d\\nEND:VEVENT'))
    assert.deepEqual(
      all.filter((line) => /^(BEGIN|END):/.test(line)),
      ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'END:VEVENT', 'END:VCALENDAR'],
    )
  })

  test('has no line of more than 75 octets, none broken within a character, and nothing lost', () => {
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
