import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** The licence text of abstract-logging, whose package contains none. */
const abstractLogging = readFileSync(new URL('scripts/build/abstract-logging.LICENSE.txt', import.meta.url))

const program: Plugin = {
  name: 'program',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'abstract-logging.LICENSE.txt', source: abstractLogging })
  },
  // npx makes the file executable only when npx first sees it, not after a new build.
  writeBundle: ({ dir = '' }) => chmodSync(join(dir, 'cli.js'), 0o755),
}

/** Builds the proxy as one program: it starts in a fraction of the time that a thousand small files take. */
export default defineConfig({
  publicDir: false,
  plugins: [program],
  // Packages that contain a binary, or that are loaded only if they are configured, stay separate packages.
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
