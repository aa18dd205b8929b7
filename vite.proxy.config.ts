import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** This package brings no licence text. */
const abstractLogging = readFileSync(new URL('scripts/build/abstract-logging.LICENSE.txt', import.meta.url))

const program: Plugin = {
  name: 'program',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'abstract-logging.LICENSE.txt', source: abstractLogging })
  },
  // npx makes it a program when it sees it first, and not again when it was built anew.
  writeBundle: ({ dir = '' }) => chmodSync(join(dir, 'cli.js'), 0o755),
}

/** The proxy as one program: it starts in a fraction of the time that a thousand small files take. */
export default defineConfig({
  publicDir: false,
  plugins: [program],
  // What carries a binary, or is loaded only where it is set up, stays a package of its own.
  ssr: { noExternal: true, external: ['@photostructure/sqlite', 'pg', 'pg-native'] },
  build: {
    ssr: true,
    outDir: 'dist/proxy',
    target: 'node20',
    minify: false,
    license: { fileName: 'LICENSES.txt' },
    rolldownOptions: {
      input: { main: 'proxy/main.ts', cli: 'proxy/cli/main.ts', worker: 'proxy/background/worker.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})
