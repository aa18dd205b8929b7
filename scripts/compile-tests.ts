import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type BuildOptions, type Plugin } from 'esbuild'

const root = fileURLToPath(new URL('../', import.meta.url))
const cache = join(root, '.cache')

/** The programs that tests start: the proxy, its commands, the thread of its queue, the stand-in services, and a proxy that waits for a shorter time. */
const programs = ['proxy/main', 'proxy/cli/main', 'proxy/background/worker', 'demo/services/main', 'test/proxy/short-waiting']
/** The files that start these programs. Each finds the program at the place of its source, but compiled: `worker.js` beside itself. */
const starters = ['proxy/background/load-thread.ts', 'test/compiled-program.ts'].map((file) => join(root, file))

/** A file that finds another one by `import.meta.url` means the place of its source, unless it starts a program that is compiled too. */
const sourceUrls = (folder: string): Plugin => ({
  name: 'source-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
      if (path.includes('node_modules')) return
      const source = readFileSync(path, 'utf8')
      const place = starters.includes(path) ? join(folder, relative(root, path)) : path
      return { contents: source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(place).href)), loader: path.endsWith('.ts') ? 'ts' : 'js' }
    })
  },
})

/**
 * Compiles test files, with all sources that they import, into a new folder that Node runs without a loader: a file that tsx compiles while it
 * runs takes twice the time to start. Each group of files becomes one program, without the packages that it imports. The programs that tests start
 * are compiled beside them.
 */
export async function compileTests(groups: readonly string[][]) {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'tests-'))
  const entries = groups.map((files, place) => {
    const [first = ''] = files
    if (files.length === 1) return { in: resolve(first), out: relative(root, resolve(first)).replace(/\.ts$/, '') }
    const entry = join(folder, `group-${place}.ts`)
    writeFileSync(entry, files.map((file) => `import ${JSON.stringify(resolve(file))}\n`).join(''))
    return { in: entry, out: `group-${place}` }
  })
  const shared: BuildOptions = {
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // "sideEffects" in package.json is about the widgets alone: an import without a name runs its file here too.
    ignoreAnnotations: true,
    // Two classes of one name in one file keep it: the log names the class of an error.
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [sourceUrls(folder)],
  }
  await Promise.all([
    build({ ...shared, entryPoints: entries, packages: 'external' }),
    build({
      ...shared,
      entryPoints: programs.map((name) => ({ in: join(root, `${name}.ts`), out: name })),
      // Its packages are inside, so that a program starts in half the time. The tests of the package and of the image start the shipped files.
      external: ['@photostructure/sqlite', 'pg-native'],
      banner: { js: "import { createRequire as requireIn } from 'node:module'; const require = requireIn(import.meta.url)" },
    }),
  ])
  return {
    folder,
    programs: entries.map(({ out }) => join(folder, `${out}.js`)),
    /** Returns the path of a test file in this repository. Node names the source for a failed test, and the compiled file for a program that failed. */
    sourceOf: (file: string) => (file.startsWith(folder) ? relative(folder, file).replace(/\.js$/, '.ts') : relative('', file)),
  }
}
