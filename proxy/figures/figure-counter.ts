import { toDay, toLanguage, type Figure, type FigureEvent } from './figure.ts'

/** Counts events in memory, so that no shopper waits for a store. */
export interface FigureCounter {
  count(event: FigureEvent): void
  /** Stores what was counted since, and stops. */
  close(): Promise<void>
}

interface CounterParts {
  /** Adds figures to those in the store. */
  store: (figures: Figure[]) => Promise<void>
  now?: () => number
  /** Milliseconds between the first event and its commit. */
  every?: number
  onError?: (error: unknown) => void
}

/**
 * Creates a counter that stores what it has counted every few seconds, in one commit. A process that is killed loses the figures of those seconds, and
 * nothing else.
 */
export function createFigureCounter({ store, now = Date.now, every = 5_000, onError = () => {} }: CounterParts): FigureCounter {
  let counted = new Map<string, Figure>()
  let timer: NodeJS.Timeout | undefined

  function add(figure: Figure) {
    const key = `${figure.day} ${figure.lang} ${figure.name} ${figure.currency}`
    const before = counted.get(key)
    if (!before) counted.set(key, { ...figure })
    else {
      before.events += figure.events
      before.cents += figure.cents
    }
  }

  async function flush() {
    clearTimeout(timer)
    timer = undefined
    if (counted.size === 0) return
    const figures = [...counted.values()]
    counted = new Map()
    try {
      await store(figures)
    } catch (error) {
      // The store does not respond; the next commit has them.
      for (const figure of figures) add(figure)
      onError(error)
    }
  }

  return {
    count({ name, lang, money }) {
      add({ day: toDay(now()), lang: toLanguage(lang), name, currency: money?.currency ?? '', events: 1, cents: money?.cents ?? 0 })
      timer ??= setTimeout(() => void flush(), every).unref()
    },
    close: flush,
  }
}
