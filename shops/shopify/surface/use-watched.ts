import { useEffect, useState } from 'preact/hooks'
import type { Store } from '../../../src/page/store.ts'
import type { Watched } from './surface.ts'

/** Renders a component again with each new value. */
export function useWatched<Value>(watched: Watched<Value>): Value {
  const [value, setValue] = useState(watched.value)
  useEffect(() => {
    setValue(watched.value)
    return watched.subscribe(setValue)
  }, [watched])
  return value
}

/** Renders a component again with each new state. */
export function useStore<State, Event>(store: Store<State, Event>): State {
  const [state, setState] = useState(store.state)
  useEffect(() => {
    setState(store.state)
    return store.subscribe(() => setState(store.state))
  }, [store])
  return state
}
