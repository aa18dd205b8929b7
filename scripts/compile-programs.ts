import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type BuildOptions, type Plugin } from 'esbuild'

export const root: string = fileURLToPath(new URL('../', import.meta.url))
const cache = join(root, '.cache')

/** Makes a new folder for compiled files, inside the repository, so that they find the packages. */
export function newFolder(prefix: string): string {
  mkdirSync(cache, { recursive: true })
  return mkdtempSync(join(cache, prefix))
}

/** A file that finds another one by `import.meta.url` means the place of its source, unless it starts a program that is compiled too. */
const sourceUrls = (folder: string, starters: readonly string[]): Plugin => ({
  name: 'source-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
      if (path.includes('node_modules')) return
      const source = readFileSync(path, 'utf8')
      const isStarter = starters.some((file) => join(root, file) === path)
      const place = isStarter ? join(folder, relative(root, path)) : path
      return { contents: source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(place).href)), loader: path.endsWith('.ts') ? 'ts' : 'js' }
    })
  },
})

/**
 * What compilations into that folder have in common: Node runs the result without a loader, because a file that tsx compiles while it runs takes
 * twice the time to start. `starters` are the files that find compiled programs by `import.meta.url`.
 */
export const compilation = (folder: string, starters: readonly string[] = []): BuildOptions => ({
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
  plugins: [sourceUrls(folder, starters)],
})

/** Compiles programs, by the paths of their sources without `.ts`. Their packages are inside, so that a program starts in half the time. */
export async function compilePrograms(names: readonly string[], options: BuildOptions): Promise<void> {
  await build({
    ...options,
    entryPoints: names.map((name) => ({ in: join(root, `${name}.ts`), out: name })),
    external: ['@photostructure/sqlite', 'pg-native', 'esbuild', 'vite'],
    banner: { js: "import { createRequire as requireIn } from 'node:module'; const require = requireIn(import.meta.url)" },
  })
}
