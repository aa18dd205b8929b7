/** The log of an engine. */
export interface EngineLog {
  info(what: object, message: string): void
  warn(what: object, message: string): void
  error(what: object, message: string): void
}

/** Logs that the store fails: once until the store responds again. */
export interface StoreFailureLog {
  failed(error: unknown): void
  responded(): void
}

/** Creates the log of store failures; nothing is logged while `isClosing` returns true. */
export function createStoreFailureLog(log: Pick<EngineLog, 'error'>, isClosing: () => boolean): StoreFailureLog {
  let isFailing = false
  return {
    failed(error) {
      if (!isFailing && !isClosing()) log.error({ err: error }, 'the store does not respond')
      isFailing = true
    },
    responded() {
      isFailing = false
    },
  }
}
