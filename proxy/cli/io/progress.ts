import { Presets, SingleBar } from 'cli-progress'
import { note } from './screen.ts'
import { invocation } from './invocation.ts'

/** Shows the progress of a long task on standard error. */
export interface Progress {
  step(count: number): void
  /** Removes the bar, so that the next text begins on a new line. */
  end(): void
}

/** Milliseconds between lines if no bar can be drawn. */
const pace = 5_000

/** Shows a bar if standard error is a terminal that nothing else writes to; otherwise a line every few seconds. */
export function startProgress(what: string, total: number | undefined, { bar: wanted }: { bar: boolean }): Progress {
  const { stderr } = invocation()
  let count = 0
  if (wanted && stderr.isTTY) {
    const format = total === undefined ? `{value} ${what}, {duration_formatted}` : `{bar} {value}/{total} ${what}, {eta_formatted} left`
    const bar = new SingleBar({ format, stream: stderr, hideCursor: true, clearOnComplete: true, etaBuffer: 200 }, Presets.shades_classic)
    bar.start(total ?? 0, 0)
    return {
      step: (more) => bar.update((count += more)),
      end: () => bar.stop(),
    }
  }
  let printedAt = performance.now()
  return {
    step(more) {
      count += more
      if (performance.now() - printedAt < pace) return
      printedAt = performance.now()
      note(`${count}${total === undefined ? '' : ` of ${total}`} ${what} …`)
    },
    end() {},
  }
}
