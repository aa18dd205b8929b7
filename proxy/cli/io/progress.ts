import { Presets, SingleBar } from 'cli-progress'
import { note } from './screen.ts'

/** How far a long job has come, on standard error. */
export interface Progress {
  step(count: number): void
  /** Takes a bar away, so that what is said next stands on a line of its own. */
  end(): void
}

/** Milliseconds between lines where no bar can be drawn. */
const pace = 5_000

/** A bar where standard error is a terminal that nothing else is written to, a line now and then elsewhere. */
export function startProgress(what: string, total: number | undefined, { bar: wanted }: { bar: boolean }): Progress {
  let count = 0
  if (wanted && process.stderr.isTTY) {
    const format = total === undefined ? `{value} ${what}, {duration_formatted}` : `{bar} {value}/{total} ${what}, {eta_formatted} left`
    const bar = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true, etaBuffer: 200 }, Presets.shades_classic)
    bar.start(total ?? 0, 0)
    return {
      step: (more) => bar.update((count += more)),
      end: () => bar.stop(),
    }
  }
  let said = performance.now()
  return {
    step(more) {
      count += more
      if (performance.now() - said < pace) return
      said = performance.now()
      note(`${count}${total === undefined ? '' : ` of ${total}`} ${what} …`)
    },
    end() {},
  }
}
