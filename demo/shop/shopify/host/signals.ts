/** A value that can change, as the platform gives it. */
export interface SignalLike {
  readonly value: unknown
  subscribe(listener: (value: unknown) => void): () => void
}

/** The class that a library offers for its own signals. */
export type SignalClass = new (value: unknown) => SignalLike

/** A signal without any library. The values of the demo’s pages stay as they are until the page is loaded again. */
class PlainSignal implements SignalLike {
  constructor(readonly value: unknown) {}

  subscribe() {
    return () => {}
  }
}

/** All signals of one page by their names. An extension that uses Preact replaces their class by that of Preact before it reads any of them. */
export class Signals {
  #signals = new Map<string, SignalLike>()

  /** Defines the signal on the object under the last part of its name. */
  define(object: object, name: string, value: unknown) {
    this.#signals.set(name, new PlainSignal(value))
    Object.defineProperty(object, name.replace(/^.*\./, ''), { get: () => this.#signals.get(name), enumerable: true })
  }

  use(signalClass: SignalClass) {
    for (const [name, { value }] of this.#signals) this.#signals.set(name, new signalClass(value))
  }
}
