import { chmodSync, cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { literalsHtmlCssMinifier } from '@literals/rollup-plugin-html-css-minifier'
import { defineConfig, type BuildOptions, type Plugin, type UserConfig } from 'vite'
import { writeManual } from './scripts/build/manual.ts'

const widgets = ['protection', 'loyalty', 'tracking']

/** The modules that every widget needs. Modules that only one widget needs (its endpoints, its words) stay in the file of that widget. */
const core =
  /[\\/]node_modules[\\/](lit|lit-html|lit-element|@lit[\\/])|[\\/]src[\\/](core\.entry|money|proxy|(theme|panel)\.styles|i18n[\\/]localize|page[\\/](lazy|load-analytics|offline|own-input|store)|contract[\\/](client|endpoint|money))\.ts/

/**
 * Keeps the files that our pages import for what they do when they load. `sideEffects` of package.json is about the files of the npm package, which
 * these are not, and Vite would apply it to them.
 */
const keepSideEffects = (): Plugin => ({
  name: 'keep-side-effects',
  transform: { filter: { id: /[\\/](src[\\/]page[\\/]trusted-types|console[\\/].+)\.(ts|css)$/ }, handler: () => ({ moduleSideEffects: true }) },
})

/** Names a translation file by widget and language: `protection-de`. The proxy serves no file with a further dot in its name. */
const nameOf = ({ name, facadeModuleId }: { name: string; facadeModuleId?: string | null }) => {
  const [, language] = /[\\/]translations[\\/](\w+)[\\/]/.exec(facadeModuleId ?? '') ?? []
  return `assets/${name.replaceAll('.', '-')}${language ? `-${language}` : ''}-[hash:6].js`
}

const scriptTag = (entry: Record<string, string>, fileName: string, output?: object): BuildOptions => ({
  outDir: 'dist/widgets',
  // Pages loaded before a release still request the files of the previous build.
  emptyOutDir: false,
  target: 'es2022',
  // Library mode, because an application build wraps every import() in a helper of some 600 bytes that knows only the page’s own host …
  lib: { entry, formats: ['es'] },
  reportCompressedSize: false,
  // Most licences must accompany each copy of the code. Comments in the bundle would cost every page their bytes.
  license: { fileName },
  rolldownOptions: {
    // Code that a widget shares with its own lazy files stays in its first file.
    preserveEntrySignatures: 'allow-extension',
    output: {
      // … and minified here, because library mode keeps the white space.
      minify: true,
      comments: false,
      // Pages name these files, except the core.
      entryFileNames: ({ name }) => (name === 'core' ? 'assets/[name]-[hash:6].js' : '[name].js'),
      chunkFileNames: nameOf,
      ...output,
    },
  },
})

/** Removes the white space of the source from templates and style sheets. */
const minifyLiterals = () => literalsHtmlCssMinifier({ include: 'src/**/*.ts', failOnError: true }) as Plugin

/** Makes the command of the proxy executable, since npm does so only when it installs the package, and puts the files beside it that the proxy serves. */
const finishProxy: Plugin = {
  name: 'finish-proxy',
  writeBundle({ dir = '' }) {
    chmodSync(join(dir, 'cli.js'), 0o755)
    for (const name of ['widgets', 'console']) if (existsSync(join('dist', name))) cpSync(join('dist', name), join(dir, name), { recursive: true })
    writeManual(join(dir, 'manual'))
  },
}

/** All builds, each under the name that `--mode` gives. */
const builds: Record<string, UserConfig> = {
  /** The script tag: `widgets.js` and the files that it loads. */
  widgets: {
    plugins: [minifyLiterals(), keepSideEffects()],
    build: scriptTag({ widgets: 'src/widgets.entry.ts', core: 'src/core.entry.ts' }, 'LICENSES.txt', {
      codeSplitting: {
        groups: [
          { name: 'core', test: core, priority: 1 },
          // All that the first screen of the loyalty panel needs, also what its lazy files share with it: one request instead of two in a row.
          { name: 'loyalty', test: /[\\/]src[\\/]loyalty[\\/]loyalty\.ts/ },
        ],
      },
    }),
  },
  /** The script tag for pages that contain only the toggle: its whole first load in one file. */
  protection: {
    plugins: [minifyLiterals(), keepSideEffects()],
    build: scriptTag({ protection: 'src/protection/protection.entry.ts' }, 'protection.LICENSES.txt'),
  },
  /** The console on the operator's port, a page of its own: one application with the components of Web Awesome. Bytes do not matter there. */
  console: {
    plugins: [keepSideEffects()],
    root: 'console',
    base: './',
    build: {
      outDir: '../dist/console',
      emptyOutDir: true,
      target: 'es2022',
      license: { fileName: 'LICENSES.txt' },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
      // Its policy allows no inline script, and browsers of operators know modulepreload.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
  },
  /** The proxy's own sources in a few files, which start faster than hundreds. Its libraries stay packages of their own: audits see them. */
  proxy: {
    plugins: [finishProxy],
    build: {
      ssr: true,
      outDir: 'proxy/dist',
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: { main: 'proxy/main.ts', cli: 'proxy/cli/main.ts', worker: 'proxy/background/worker.ts' },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  /** The npm package: each element’s class, and beside it the file that registers the element. The application provides Lit. */
  package: {
    plugins: [minifyLiterals()],
    build: {
      outDir: 'dist/package',
      target: 'es2022',
      minify: false,
      reportCompressedSize: false,
      license: { fileName: 'LICENSES.txt' },
      lib: {
        entry: Object.fromEntries([
          ['index', 'src/package.entry.ts'],
          ...widgets.flatMap((name) => [
            [name, `src/${name}/${name}.ts`],
            [`${name}/define`, `src/${name}/define.ts`],
          ]),
        ]) as Record<string, string>,
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
