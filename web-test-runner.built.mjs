import { builtWidgets } from './scripts/browsers/built-widgets.ts'
import config from './web-test-runner.config.mjs'

/** Runs the tests that do not access the internals of the widgets on the built files, and so on the part of Lit that remains in them. */
export default {
  ...config,
  files: ['test/browser/protection.test.ts', 'test/browser/loyalty.test.ts'],
  plugins: [builtWidgets(), ...config.plugins],
}
