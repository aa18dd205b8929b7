import { createServer, type Plugin } from 'vite'

/** The addresses that the shop’s pages load from the proxy, and the source of each. */
const entries: Record<string, string> = {
  '/widgets.js': '/src/widgets.entry.ts',
  '/protection.js': '/src/protection/protection.entry.ts',
}

/** Serves the source of the entries at the addresses of the built files. Each entry also loads Vite’s client, which reloads the page when a file changes. */
const unbuiltEntries: Plugin = {
  name: 'unbuilt-entries',
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      request.url = entries[request.url ?? ''] ?? request.url
      next()
    })
  },
  transform: (code, id) => (id.endsWith('.entry.ts') ? { code: `import '/@vite/client'\n${code}`, map: null } : undefined),
}

/** Serves the widgets’ source at the proxy’s public address, and forwards all other requests to the proxy at that port. */
export async function serveSource(publicUrl: string, proxyPort: number): Promise<{ close(): Promise<void> }> {
  const { hostname, port } = new URL(publicUrl)
  const server = await createServer({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    appType: 'custom',
    plugins: [unbuiltEntries],
    optimizeDeps: { entries: ['src/**/*.entry.ts'] },
    server: {
      host: hostname,
      port: Number(port),
      strictPort: true,
      // The demo writes its state to .cache.
      watch: { ignored: ['**/.cache/**', '**/dist/**'] },
      proxy: { '^/(?!src/|node_modules/|@)': { target: `http://${hostname}:${proxyPort}`, xfwd: true } },
    },
  })
  await server.listen()
  return server
}
