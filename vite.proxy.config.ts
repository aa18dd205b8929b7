import { defineConfig } from 'vite'

/** The proxy as one program: it starts in a fraction of the time that a thousand small files take. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: 'dist/proxy',
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: { main: 'proxy/main.ts', cli: 'proxy/cli/main.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})
