import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toDatasets, toValueTicks, type PlotData } from '../../console/figures/plot.ts'

const plot = (values: (number | null)[]): PlotData => ({
  kind: 'line',
  days: values.map((_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`),
  series: [{ label: 'Protected orders', values, colour: '--plot-1' }],
  words: (value) => `${Math.round(value)} %`,
})
const colourOf = () => '#123456'

describe('a plot', () => {
  test('draws straight lines between days, since nothing is known between them', () => {
    const [line] = toDatasets(plot([1, 5, 2]), colourOf)

    assert.equal((line as { tension?: number }).tension ?? 0, 0)
    assert.equal((line as { pointRadius?: number }).pointRadius, 0)
  })

  test('draws a value that stands alone as a point, since no line leads to it', () => {
    const [line] = toDatasets(plot([null, 5, null]), colourOf)

    assert.ok((line as { pointRadius: number }).pointRadius > 0)
  })

  test('labels its axis with whole values, so that no label stands there twice', () => {
    const { precision, callback } = toValueTicks((value) => `${Math.round(value)} %`)

    assert.deepEqual([precision, callback(1)], [0, '1 %'])
  })
})
