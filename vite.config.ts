import { literalsHtmlCssMinifier } from '@literals/rollup-plugin-html-css-minifier'
import { defineConfig, type BuildOptions, type Plugin, type UserConfig } from 'vite'

const widgets = ['protection', 'loyalty', 'tracking']

/** What every widget stands on; what only one needs (its endpoints, its words) stays in that one's file. */
const core =
  /[\\/]node_modules[\\/](lit|lit-html|lit-element|@lit)[\\/]|[\\/]src[\\/](core\.entry|money|proxy|theme\.styles|i18n[\\/]localize|page[\\/]lazy|contract[\\/](client|endpoint|money))\.ts/

/** Names a file of a language by the widget and the language: `protection-de`. */
const nameOf = ({ name, facadeModuleId }: { name: string; facadeModuleId?: string | null }) => {
  const [, language] = /[\\/]translations[\\/](\w+)[\\/]/.exec(facadeModuleId ?? '') ?? []
  return `assets/${name}${language ? `-${language}` : ''}-[hash:6].js`
}

const scriptTag = (entry: Record<string, string>, fileName: string, output?: object): BuildOptions => ({
  outDir: 'dist/widgets',
  // Pages that were loaded before a release go on asking for the files of the one before.
  emptyOutDir: false,
  target: 'es2022',
  // Library mode, because an application build wraps every import() in a helper of some 600 bytes that knows only the page's own host …
  lib: { entry, formats: ['es'] },
  reportCompressedSize: false,
  // Most licences have to go with each copy of the code; comments in the bundle itself would cost every page their bytes.
  license: { fileName },
  rolldownOptions: {
    // What a widget shares with its own later files stays in its first one.
    preserveEntrySignatures: 'allow-extension',
    output: {
      // … and this because library mode leaves the white space in.
      minify: true,
      comments: false,
      // Pages name these files, but for the core.
      entryFileNames: ({ name }) => (name === 'core' ? 'assets/[name]-[hash:6].js' : '[name].js'),
      chunkFileNames: nameOf,
      ...output,
    },
  },
})

/** Templates and style sheets without the white space of their source. */
const minifyLiterals = () => literalsHtmlCssMinifier({ include: 'src/**/*.ts', failOnError: true }) as Plugin

const builds: Record<string, UserConfig> = {
  /** The script tag: `widgets.js` and the files that it loads. */
  widgets: {
    plugins: [minifyLiterals()],
    build: scriptTag({ widgets: 'src/widgets.entry.ts', core: 'src/core.entry.ts' }, 'LICENSES.txt', {
      codeSplitting: { groups: [{ name: 'core', test: core }] },
    }),
  },
  /** The script tag for pages that have nothing but the toggle: all of its first load in one file. */
  protection: {
    plugins: [minifyLiterals()],
    build: scriptTag({ protection: 'src/protection/protection.entry.ts' }, 'protection.LICENSES.txt'),
  },
  /** The npm package: each element's class, and beside it the one line that registers it. Lit is the application's own. */
  package: {
    plugins: [minifyLiterals()],
    build: {
      outDir: 'dist/package',
      target: 'es2022',
      minify: false,
      reportCompressedSize: false,
      license: { fileName: 'LICENSES.txt' },
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
        output: { entryFileNames: '[name].js', chunkFileNames: (chunk) => nameOf(chunk).replace('assets/', 'parts/') },
      },
    },
  },
}

export default defineConfig(({ mode }) => ({ publicDir: false, ...builds[mode] }))
