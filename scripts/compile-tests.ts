import { writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { compilation, compilePrograms, newFolder, root } from './compile-programs.ts'

/** The programs that tests start: the proxy, its commands, the thread of its queue, the stand-in services, and a proxy that waits for a shorter time. */
const programs = ['proxy/main', 'proxy/cli/main', 'proxy/background/worker', 'demo/services/main', 'test/proxy/short-waiting']
/** The files that start these programs. Each finds the program at the place of its source, but compiled: `worker.js` beside itself. */
const starters = ['proxy/background/load-thread.ts', 'test/compiled-program.ts']

/**
 * Compiles test files, with all sources that they import, into a new folder. Each group of files becomes one program, without the packages that it
 * imports. The programs that tests start are compiled beside them; the tests of the package and of the image start the shipped files.
 */
export async function compileTests(groups: readonly string[][]) {
  const folder = newFolder('tests-')
  const entries = groups.map((files, place) => {
    const [first = ''] = files
    if (files.length === 1) return { in: resolve(first), out: relative(root, resolve(first)).replace(/\.ts$/, '') }
    const entry = join(folder, `group-${place}.ts`)
    writeFileSync(entry, files.map((file) => `import ${JSON.stringify(resolve(file))}\n`).join(''))
    return { in: entry, out: `group-${place}` }
  })
  const options = compilation(folder, starters)
  await Promise.all([build({ ...options, entryPoints: entries, packages: 'external' }), compilePrograms(programs, options)])
  return {
    folder,
    programs: entries.map(({ out }) => join(folder, `${out}.js`)),
    /** Returns the path of a test file in this repository. Node names the source for a failed test, and the compiled file for a program that failed. */
    sourceOf: (file: string) => (file.startsWith(folder) ? relative(folder, file).replace(/\.js$/, '.ts') : relative('', file)),
  }
}
