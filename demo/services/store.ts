import { readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { savedStateSchema } from './state.schema.ts'
import type { State } from './state.ts'
import type { World } from './world.ts'

const version = 2
const savedSchema = z.object({ version: z.literal(version), merchants: z.record(z.string(), z.record(z.string(), z.unknown())) })

type Saved = z.infer<typeof savedSchema>

/** Milliseconds in which what time alone has changed is written. */
const pause = 1000

/**
 * The state of all merchants in a file: read at the start and written as a whole. What a request changes is written before it is answered;
 * what time brings about (work that comes due, calls of registered addresses, reads that start something) within about a second.
 */
export class Store {
  /** Merchants of the file that are not among those served now; they stay in it. */
  #others: Saved['merchants'] = {}
  #isOpen = false
  #written = ''
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

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
        if (saved) Object.assign(state, this.#toState(account.merchantId, state, saved))
        delete this.#others[account.merchantId]
      }
    }
    await this.#write()
    this.#isOpen = true
  }

  /** Has a change written soon, together with whatever else changes until then. */
  changed() {
    if (this.#isOpen) this.#timer ??= setTimeout(() => void this.saved(), pause).unref()
  }

  /** Resolves once all that has changed so far is written; whoever asks meanwhile shares the next write. Says so where it cannot be written. */
  saved(): Promise<void> {
    this.#next ??= this.#writing.then(() => {
      this.#next = undefined
      clearTimeout(this.#timer)
      this.#timer = undefined
      return this.#write().catch((error: unknown) => console.error((error as Error).message))
    })
    return this.#next
  }

  /** Writes what is not yet written. */
  async close() {
    this.#isOpen = false
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

  /** A map takes a map's place, a list a list's; what an older file lacks stays as it is. */
  #toState(merchantId: string, fresh: State, saved: Record<string, unknown>): Partial<State> {
    const { error } = savedStateSchema.safeParse(saved)
    const [issue] = error?.issues ?? []
    if (issue) throw this.#damaged(`${[merchantId, ...issue.path].join('.')} is not as these services write it`, error)
    const known = Object.entries(saved).filter(([name]) => name in fresh)
    return Object.fromEntries(known.map(([name, value]) => [name, fresh[name as keyof State] instanceof Map ? new Map(value as [string, unknown][]) : value]))
  }

  #damaged(reason: string, cause?: unknown) {
    return new Error(`The state file ${this.file} is damaged: ${reason}. Mend it, move it away, or name another.`, { cause })
  }

  /** One after the other, each as a whole: whoever reads the file sees one state or the next. */
  #write(): Promise<void> {
    const write = async () => {
      const merchants = { ...this.#others, ...Object.fromEntries(this.worlds.map(({ account, state }) => [account.merchantId, toSaved(state)])) }
      const text = JSON.stringify({ version, merchants } satisfies Saved)
      if (text !== this.#written) await this.#replace(text)
    }
    const writing = this.#writing.then(write)
    this.#writing = writing.catch(() => {})
    return writing
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
