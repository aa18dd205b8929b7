import { BarController, BarElement, CategoryScale, Chart, LinearScale, LineController, LineElement, PointElement, Tooltip } from 'chart.js'

Chart.register(BarController, BarElement, CategoryScale, LinearScale, LineController, LineElement, PointElement, Tooltip)

/** One line or one row of bars. */
export interface Series {
  label: string
  values: (number | null)[]
  /** A custom property of the page that holds its colour. */
  colour: string
  /** Draws the line in long dashes, above the other lines. */
  isDashed?: boolean
}

/** What a plot shows: a value for each day. */
export interface PlotData {
  kind: 'bar' | 'line'
  days: string[]
  series: Series[]
  /** Writes a value for people. */
  words: (value: number) => string
}

/** Pixels. */
const pointSize = 3

/** The lines or the rows of bars, as the library takes them. */
export const toDatasets = ({ kind, days, series }: PlotData, colourOf: (name: string) => string) =>
  series.map(({ label, values, colour, isDashed = false }) => ({
    label,
    data: values,
    backgroundColor: colourOf(colour),
    borderColor: colourOf(colour),
    borderRadius: 2,
    ...(kind === 'line' && {
      // No line leads to a value that stands alone.
      pointRadius: values.filter((value) => value !== null).length === 1 ? pointSize : 0,
      borderWidth: 2,
      // Lines of a lower order are drawn above the others.
      order: isDashed ? 0 : 1,
      ...(isDashed && { borderDash: [8, 6] }),
      spanGaps: true,
      // The last day is not over yet: what leads to its value is no fall.
      segment: { borderDash: ({ p1DataIndex }: { p1DataIndex: number }) => (p1DataIndex === days.length - 1 ? [3, 4] : undefined) },
    }),
  }))

/** The labels of the axis of values: whole percents, counts or cents. Parts of them would be written alike. */
export const toValueTicks = (words: PlotData['words']) => ({ precision: 0, maxTicksLimit: 5, callback: (value: string | number) => words(Number(value)) })

/** Draws a plot into a canvas; the returned function removes it. The same values stand in the table below it, for everybody who does not see it. */
export function drawPlot(canvas: HTMLCanvasElement, plot: PlotData): () => void {
  const { kind, days, words } = plot
  const style = getComputedStyle(canvas)
  const colourOf = (name: string) => style.getPropertyValue(name).trim()
  const grid = { color: colourOf('--console-line'), drawTicks: false }
  const ticks = { color: colourOf('--console-quiet'), maxRotation: 0, autoSkipPadding: 24, padding: 8 }
  const chart = new Chart(canvas, {
    type: kind,
    data: {
      labels: days.map((day) => new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })),
      datasets: toDatasets(plot, colourOf),
    },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: { grid: { display: false }, ticks, border: { color: colourOf('--console-line') } },
        y: { beginAtZero: true, grid, border: { display: false }, ticks: { ...ticks, ...toValueTicks(words) } },
      },
      plugins: { tooltip: { callbacks: { label: ({ dataset, parsed }) => `${dataset.label ?? ''}: ${words(parsed.y ?? 0)}` } } },
    },
  })
  return () => chart.destroy()
}
