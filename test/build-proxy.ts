import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * Builds the proxy as it is shipped into a folder of its own, which is removed after the tests of this process, and resolves to that folder:
 * what is built starts in a fraction of the time that the sources take. `main` is a program that takes the place of the proxy's own.
 */
export async function buildProxy(main = `${root}proxy/main.ts`): Promise<string> {
  const { build } = await import('vite')
  const folder = await mkdtemp(join(tmpdir(), 'storefront-built-'))
  after(() => rm(folder, { recursive: true, force: true }))
  await build({
    configFile: `${root}vite.proxy.config.ts`,
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: { main } } },
  })
  // What is not in the built files is found where it is installed.
  await symlink(`${root}node_modules`, join(folder, 'node_modules'))
  return folder
}
