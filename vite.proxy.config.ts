import { chmodSync, cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { writeManual } from './scripts/build/manual.ts'

/** What the proxy serves, each in a folder of its own. */
const served = ['widgets', 'console']

const program: Plugin = {
  name: 'program',
  writeBundle({ dir = '' }) {
    // npm makes the command executable when it installs the package, and not again after a build.
    chmodSync(join(dir, 'cli.js'), 0o755)
    for (const name of served) if (existsSync(join('dist', name))) cpSync(join('dist', name), join(dir, name), { recursive: true })
    writeManual(join(dir, 'manual'))
  },
}

/** Builds the proxy's own sources into a few files, which start faster than hundreds. Its libraries stay packages of their own: audits see them. */
export default defineConfig({
  publicDir: false,
  plugins: [program],
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
})
