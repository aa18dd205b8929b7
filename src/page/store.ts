/** Holds one state. Only the transition changes it, and a transition is a pure function, so that it can be tested without a browser. */
export class Store<State, Event> {
  #state: State
  readonly #listeners = new Set<() => void>()

  constructor(
    private readonly transition: (state: State, event: Event) => State,
    initial: State,
  ) {
    this.#state = initial
  }

  get state(): State {
    return this.#state
  }

  /**
   * Changes the state by the transition. Calls the listeners only if the transition returned another object. Events whose transition is loaded
   * later bring it along.
   */
  dispatch(event: Event): void
  dispatch<Later>(event: Later, transition: (state: State, event: Later) => State): void
  dispatch(event: Event, transition = this.transition): void {
    const next = transition(this.#state, event)
    if (next === this.#state) return
    this.#state = next
    for (const listener of [...this.#listeners]) listener()
  }

  /** Calls the listener after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
