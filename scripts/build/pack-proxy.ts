// Puts the built widgets and the licence into the folder of the proxy while npm packs it, and takes them away again: tsx pack-proxy.ts add | remove.
import { cpSync, existsSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const added: readonly [from: string, to: string][] = [
  [`${root}dist/widgets`, `${root}proxy/widgets`],
  [`${root}LICENSE`, `${root}proxy/LICENSE`],
]

for (const [, to] of added) rmSync(to, { recursive: true, force: true })
if (process.argv[2] === 'add') {
  for (const built of [`${root}dist/widgets/widgets.js`, `${root}proxy/dist/cli.js`])
    if (!existsSync(built)) throw new Error(`${built} is missing: npm run build`)
  for (const [from, to] of added) cpSync(from, to, { recursive: true })
}
