import { defineConfig } from 'vite'
import { plainDecorators } from './vite/decorators.ts'
import { fileNames } from './vite/file-names.ts'
import { askAgainForLazyFiles } from './vite/lazy-files.ts'
import { minifyLiterals } from './vite/literals.ts'
import { precompressed } from './vite/precompressed.ts'
import { secondPass } from './vite/second-pass.ts'

/** What every widget stands on; what only one needs (its endpoints, its words) stays in that one's file. */
const core =
  /[\\/]node_modules[\\/](lit|lit-html|lit-element|@lit)[\\/]|oxc-project|[\\/]src[\\/](money|proxy|theme\.styles|words|contract[\\/](client|endpoint|money))\.ts/

const widgets = ['protection', 'loyalty', 'tracking']

/** The script tag: `widgets.js` and the files that it loads. */
export default defineConfig({
  plugins: [plainDecorators(), minifyLiterals(), fileNames(['core', ...widgets]), askAgainForLazyFiles(), secondPass(), precompressed()],
  publicDir: false,
  build: {
    outDir: 'dist/widgets',
    // Pages that were loaded before a release go on asking for the files of the one before.
    emptyOutDir: false,
    target: 'es2022',
    // Library mode, because an application build wraps every import() in a helper of some 600 bytes that knows only the page's own host …
    lib: { entry: { widgets: 'src/widgets.ts', ...Object.fromEntries(widgets.map((name) => [name, `src/${name}/${name}.ts`])) }, formats: ['es'] },
    reportCompressedSize: false,
    rolldownOptions: {
      // What a widget shares with its own later files stays in its first one.
      preserveEntrySignatures: 'allow-extension',
      output: {
        // … and this because library mode leaves the white space in.
        minify: true,
        comments: false,
        entryFileNames: ({ name }) => (name === 'widgets' ? '[name].js' : 'assets/[name]-[hash].js'),
        chunkFileNames: 'assets/[name]-[hash].js',
        codeSplitting: { groups: [{ name: 'core', test: core }] },
      },
    },
  },
})
