import { readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { State } from './state.ts'
import type { World } from './world.ts'

const version = 1
const savedSchema = z.object({ version: z.literal(version), merchants: z.record(z.string(), z.record(z.string(), z.unknown())) })

type Saved = z.infer<typeof savedSchema>

/** Milliseconds from a change until it is written, at least. */
const pause = 1000

/** The state of all merchants in a file: read at the start, written as a whole a while after each change and at the end. */
export class Store {
  /** Merchants of the file that are not among those served now; they stay in it. */
  #others: Saved['merchants'] = {}
  #written = ''
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #wait = pause

  constructor(
    readonly file: string,
    readonly worlds: readonly World[],
  ) {}

  /** Takes over what the file holds, if there is one, and makes sure that it can be written. */
  async open() {
    const text = this.#read()
    if (text !== undefined) {
      const { merchants } = this.#parse(text)
      this.#others = { ...merchants }
      for (const { state, account } of this.worlds) {
        const saved = merchants[account.merchantId]
        if (saved) Object.assign(state, this.#toState(state, saved))
        delete this.#others[account.merchantId]
      }
    }
    await this.#write()
  }

  /** Writes the state after a while, together with whatever else changes until then. */
  changed() {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#write().catch((error: unknown) => console.error((error as Error).message))
    }, this.#wait).unref()
  }

  /** Writes what is not yet written. */
  async close() {
    clearTimeout(this.#timer)
    await this.#write()
  }

  #read(): string | undefined {
    try {
      return readFileSync(this.file, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw new Error(`The state file ${this.file} cannot be read: ${(error as Error).message}.`, { cause: error })
    }
  }

  #parse(text: string): Saved {
    try {
      return savedSchema.parse(JSON.parse(text))
    } catch (error) {
      throw this.#damaged(error instanceof SyntaxError ? 'it is no JSON' : 'it was not written by these services', error)
    }
  }

  /** A list takes a list's place, a map a map's, and so on; what an older file lacks stays as it is. */
  #toState(fresh: State, saved: Record<string, unknown>): Partial<State> {
    const known = Object.entries(saved).filter(([name]) => name in fresh)
    return Object.fromEntries(
      known.map(([name, value]) => {
        const place = fresh[name as keyof State]
        if (kindOf(value) !== (place instanceof Map ? 'array' : kindOf(place))) throw this.#damaged(`${name} is of another kind`)
        return [name, place instanceof Map ? this.#toMap(name, value as unknown[]) : value]
      }),
    )
  }

  #toMap(name: string, entries: unknown[]) {
    if (!entries.every((entry): entry is [unknown, unknown] => Array.isArray(entry) && entry.length === 2)) throw this.#damaged(`${name} is of another kind`)
    return new Map(entries)
  }

  #damaged(reason: string, cause?: unknown) {
    return new Error(`The state file ${this.file} is damaged: ${reason}. Mend it, move it away, or name another.`, { cause })
  }

  /** One after the other, each as a whole: whoever reads the file sees one state or the next. */
  #write(): Promise<void> {
    const write = async () => {
      const start = performance.now()
      const merchants = { ...this.#others, ...Object.fromEntries(this.worlds.map(({ account, state }) => [account.merchantId, toSaved(state)])) }
      const text = JSON.stringify({ version, merchants } satisfies Saved)
      // A state that takes long to put into words is written more seldom, so that there is time for requests.
      this.#wait = Math.max(pause, 20 * (performance.now() - start))
      if (text !== this.#written) await this.#replace(text)
    }
    this.#writing = this.#writing.then(write, write)
    return this.#writing
  }

  async #replace(text: string) {
    const temporary = `${this.file}.new`
    try {
      await writeFile(temporary, text, { mode: 0o600, flush: true })
      await rename(temporary, this.file)
      this.#written = text
    } catch (error) {
      await rm(temporary, { force: true })
      throw new Error(`The state file ${this.file} cannot be written: ${(error as Error).message}.`, { cause: error })
    }
  }
}

const toSaved = (state: State) =>
  Object.fromEntries(Object.entries(state).map(([name, value]) => [name, value instanceof Map ? [...value] : (value as unknown)]))

function kindOf(value: unknown) {
  if (value === null || typeof value === 'string') return 'text or null'
  return Array.isArray(value) ? 'array' : typeof value
}
