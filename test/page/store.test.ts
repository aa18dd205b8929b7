import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Store } from '../../src/page/store.ts'

interface Count {
  count: number
}
const add = (state: Count, step: number): Count => (step ? { count: state.count + step } : state)

describe('a store', () => {
  test('holds what its transition returns', () => {
    const store = new Store(add, { count: 1 })

    store.dispatch(2)

    assert.deepEqual(store.state, { count: 3 })
  })

  test('calls its listeners after a change, and not when nothing changed', () => {
    const store = new Store(add, { count: 0 })
    const seen: number[] = []
    store.subscribe(() => seen.push(store.state.count))

    store.dispatch(1)
    store.dispatch(0)
    store.dispatch(1)

    assert.deepEqual(seen, [1, 2])
  })

  test('does not call a listener that has left', () => {
    const store = new Store(add, { count: 0 })
    let calls = 0
    const leave = store.subscribe(() => calls++)

    leave()
    store.dispatch(1)

    assert.equal(calls, 0)
  })
})
