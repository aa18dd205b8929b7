import type { Library } from './libraries.ts'

/**
 * Without the promise of its completion, a rendering by status, an initial value and comparisons of its own, which no widget uses; run when its
 * arguments change, of which there are always as many, or by hand. A run that is over may be aborted as well, since nothing listens any more.
 */
export const task: Library = {
  hash: '3ec5ec7b5b2c3c8f',
  instead: {
    'Task.taskComplete': '',
    'Task.constructor': `constructor(host, { task, args, autoRun = true, onComplete, onError }) {
      (this._host = host).addController(this)
      this.status = 0
      this._task = task
      this._argsFn = args
      this.autoRun = autoRun
      this._onComplete = onComplete
      this._onError = onError
    }`,
    'Task.hostUpdate': `async hostUpdate() {
      const args = this.autoRun && this._argsFn()
      if (args && !this._previousArgs?.every((arg, index) => !notEqual(arg, args[index]))) this.run(args)
    }`,
    'Task.hostUpdated': '',
    'Task._getArgs': '',
    'Task._performTask': '',
    'Task.run': `async run(args = this._argsFn()) {
      this._previousArgs = args
      this.abort()
      this.status = 1
      this._host.requestUpdate()
      const controller = (this._abortController = new AbortController())
      let status = 2
      let result
      let error
      try {
        result = await this._task(args, { signal: controller.signal })
      } catch (cause) {
        status = 3
        error = cause
      }
      if (this._abortController !== controller) return
      if (result === initialState) status = 0
      else {
        try {
          if (status > 2) this._onError?.(error)
          else this._onComplete?.(result)
        } catch {}
        this.value = result
        this.error = error
      }
      this.status = status
      this._host.requestUpdate()
    }`,
    'Task.abort': 'abort() { this._abortController?.abort() }',
    'Task.value': '',
    'Task.error': '',
    'Task.status': '',
    'Task.render': '',
    shallowArrayEquals: 'undefined',
  },
}
