import type { BuildOptions, PluginOption } from 'vite'
import { plainDecorators } from './decorators.ts'
import { askAgainForLazyFiles } from './lazy-files.ts'
import { leanLit } from './lit/lean-lit.ts'
import { preparedTemplates } from './lit/templates.ts'
import { minifyLiterals } from './literals.ts'
import { precompressed } from './precompressed.ts'
import { secondPass } from './second-pass.ts'
import { wordsByPart } from './words.ts'

/** What makes browser code small, in this order; `own` plugins see the files before they are minified for the second time. */
export const smallFiles = (...own: PluginOption[]): PluginOption[] => [
  wordsByPart('assets/'),
  leanLit(),
  plainDecorators(),
  minifyLiterals(),
  preparedTemplates(),
  ...own,
  askAgainForLazyFiles(),
  secondPass(),
  precompressed(),
]

/** How the files of a script tag are built: those that pages name keep their names, all others are named by what they hold. */
export const scriptTag = (entry: Record<string, string>, named: string, core?: RegExp): BuildOptions => ({
  outDir: 'dist/widgets',
  // Pages that were loaded before a release go on asking for the files of the one before.
  emptyOutDir: false,
  target: 'es2022',
  // Library mode, because an application build wraps every import() in a helper of some 600 bytes that knows only the page's own host …
  lib: { entry, formats: ['es'] },
  reportCompressedSize: false,
  rolldownOptions: {
    // The second pass takes its time.
    checks: { pluginTimings: false },
    // What a widget shares with its own later files stays in its first one.
    preserveEntrySignatures: 'allow-extension',
    output: {
      // … and this because library mode leaves the white space in.
      minify: true,
      comments: false,
      entryFileNames: ({ name }) => (name === named ? '[name].js' : 'assets/[name]-[hash:6].js'),
      chunkFileNames: 'assets/[name]-[hash:6].js',
      ...(core && { codeSplitting: { groups: [{ name: 'core', test: core }] } }),
    },
  },
})
