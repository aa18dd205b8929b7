import { readFileSync } from 'node:fs'
import type { TestRunnerPlugin } from '@web/test-runner'

/** The entry, which imports the widgets’ files by their names. The folder may also contain files of earlier builds. */
const entry = new URL('../../dist/widgets/widgets.js', import.meta.url)

/**
 * Serves tests the built files of a widget, as browsers get them from the script tag, in place of the module of its class and of the module
 * that defines it.
 */
export function builtWidgets(): TestRunnerPlugin {
  const imports = readFileSync(entry, 'utf8')
  return {
    name: 'built-widgets',
    serve({ path }) {
      const [, widget] = /^\/src\/(protection|loyalty|tracking)\/(?:define|\1)\.ts$/.exec(path) ?? []
      if (!widget) return
      const [file] = new RegExp(`${widget}-[\\w-]{6}\\.js`).exec(imports)!
      const name = `Storefront${widget.charAt(0).toUpperCase()}${widget.slice(1)}`
      return {
        type: 'js',
        // A file of several modules has the exports of each in an object.
        body: `import * as file from '/dist/widgets/assets/${file}'
          export const { ${name} } = [file, ...Object.values(file)].find((exported) => exported.${name})
          customElements.get('storefront-${widget}') ?? customElements.define('storefront-${widget}', ${name})`,
      }
    },
  }
}
