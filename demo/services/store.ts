import { readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { savedStateSchema } from './state.schema.ts'
import type { State } from './state.ts'
import type { World } from './world.ts'

const version = 2
const savedSchema = z.object({ version: z.literal(version), merchants: z.record(z.string(), z.record(z.string(), z.unknown())) })

type Saved = z.infer<typeof savedSchema>

/** Milliseconds until changes made by time alone are written. */
const pause = 1000

/**
 * Stores the state of all merchants in a file: read at the start and written as a whole. A change by a request is written before the response.
 * Changes by time (due work, calls of registered addresses, reads that start something) are written within about a second.
 */
export class Store {
  /** Merchants in the file that are not served now. They stay in the file. */
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

  /** Loads the file, if there is one, and checks that the file can be written. */
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

  /** Schedules a write for a change, together with all other changes until then. */
  changed() {
    if (this.#isOpen) this.#timer ??= setTimeout(() => void this.saved(), pause).unref()
  }

  /** Resolves once all changes so far are written; callers at the same time share the next write. A failed write is logged. */
  saved(): Promise<void> {
    this.#next ??= this.#writing.then(() => {
      this.#next = undefined
      clearTimeout(this.#timer)
      this.#timer = undefined
      return this.#write().catch((error: unknown) => console.error((error as Error).message))
    })
    return this.#next
  }

  /** Writes the remaining changes. */
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
      throw this.#damaged(error instanceof SyntaxError ? 'it is not JSON' : 'it was not written by these services', error)
    }
  }

  /** Converts saved lists to maps where the state has maps. Lists that an older file lacks keep their initial values. */
  #toState(merchantId: string, fresh: State, saved: Record<string, unknown>): Partial<State> {
    const { error } = savedStateSchema.safeParse(saved)
    const [issue] = error?.issues ?? []
    if (issue) throw this.#damaged(`${[merchantId, ...issue.path].join('.')} is not as these services write it`, error)
    const known = Object.entries(saved).filter(([name]) => name in fresh)
    return Object.fromEntries(known.map(([name, value]) => [name, fresh[name as keyof State] instanceof Map ? new Map(value as [string, unknown][]) : value]))
  }

  #damaged(reason: string, cause?: unknown) {
    return new Error(`The state file ${this.file} is damaged: ${reason}. Repair it, move it away, or name another file.`, { cause })
  }

  /** Writes one state after another, each as a whole: a reader of the file sees one state or the next. */
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
