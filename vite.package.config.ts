import { defineConfig } from 'vite'
import { plainDecorators } from './vite/decorators.ts'
import { licences } from './vite/licences.ts'
import { minifyLiterals } from './vite/literals.ts'
import { wordsByPart } from './vite/words.ts'

const widgets = ['protection', 'loyalty', 'tracking']

/** The npm package: each element's class, and beside it the one line that registers it. Lit is the application's own. */
export default defineConfig({
  plugins: [wordsByPart('parts/'), plainDecorators(), minifyLiterals(), licences()],
  publicDir: false,
  build: {
    outDir: 'dist/package',
    target: 'es2022',
    minify: false,
    reportCompressedSize: false,
    lib: {
      entry: Object.fromEntries(
        widgets.flatMap((name) => [
          [name, `src/${name}/${name}.ts`],
          [`${name}/define`, `src/${name}/define.ts`],
        ]),
      ),
      formats: ['es'],
    },
    rolldownOptions: {
      external: /^(lit|@lit)(\/|$)/,
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})
