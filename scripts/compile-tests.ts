import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

const root = fileURLToPath(new URL('../', import.meta.url))
const cache = join(root, '.cache')

/** A file that finds another one by `import.meta.url` means the place of its source, not that of the compiled file. */
const sourceUrls: Plugin = {
  name: 'source-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      return { contents: source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)), loader: path.endsWith('.ts') ? 'ts' : 'js' }
    })
  },
}

/**
 * Compiles test files, with all sources that they import, into a new folder that Node runs without a loader. Test files share what several of
 * them import. Packages are not compiled. A file that tsx compiles while it runs takes twice the time to start.
 */
export async function compileTests(files: string[]) {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'tests-'))
  await build({
    absWorkingDir: root,
    entryPoints: files,
    outdir: folder,
    outbase: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [sourceUrls],
  })
  return {
    folder,
    files: files.map((file) => join(folder, relative(root, resolve(file))).replace(/\.ts$/, '.js')),
    /** Returns the path of a test file in this repository. Node names the source for a failed test, and the compiled file for a file that failed. */
    sourceOf: (file: string) => (file.startsWith(folder) ? relative(folder, file).replace(/\.js$/, '.ts') : relative('', file)),
  }
}
