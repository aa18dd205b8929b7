import { build, defineConfig, type InlineConfig } from 'vite'
import { fileVersions } from './vite/file-versions.ts'
import { licences } from './vite/licences.ts'
import { scriptTag, smallFiles } from './vite/script-tag.ts'

/** What every widget stands on; what only one needs (its endpoints, its words) stays in that one's file. */
const core =
  /[\\/]node_modules[\\/](lit|lit-html|lit-element|@lit)[\\/]|oxc-project|[\\/]src[\\/](money|proxy|theme\.styles|words|contract[\\/](client|endpoint|money))\.ts/

const widgets = ['protection', 'loyalty', 'tracking']
const entries = { widgets: 'src/widgets.ts', ...Object.fromEntries(widgets.map((name) => [name, `src/${name}/${name}.ts`])) }

/** The script tag for pages that have nothing but the toggle: `protection.js`, all of its first load in one file. */
const inOneFile: InlineConfig = {
  configFile: false,
  logLevel: 'warn',
  plugins: [...smallFiles(), licences('protection.LICENSES.txt')],
  publicDir: false,
  build: scriptTag({ protection: 'src/protection/script.ts' }, 'protection'),
}

/** The script tag: `widgets.js` and the files that it loads; and after them the one file. */
export default defineConfig({
  plugins: [...smallFiles(fileVersions('core', widgets)), licences(), { name: 'in-one-file', closeBundle: async () => void (await build(inOneFile)) }],
  publicDir: false,
  build: scriptTag(entries, 'widgets', core),
})
