import { builtWidgets } from './scripts/browsers/built-widgets.ts'
import config from './web-test-runner.config.mjs'

/** The tests that reach for nothing inside the widgets, with the built files, and so with what is left of Lit in them. */
export default {
  ...config,
  files: ['test/browser/protection.test.ts', 'test/browser/loyalty.test.ts'],
  plugins: [builtWidgets(), ...config.plugins],
}
