import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Bundles the reference toggles into that folder: one compressed file each, with the default minification of esbuild. The ordinary one has some 12 kB. */
export async function buildReference(outdir: string) {
  const { outputFiles } = await build({
    entryPoints: ['ordinary', 'lean'].map((name) => here(`${name}.ts`)),
    tsconfig: here('../../../../tsconfig.json'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    outdir,
    write: false,
  })
  for (const { path, contents } of outputFiles) await writeFile(join(outdir, `${path.slice(outdir.length)}.br`), brotliCompressSync(contents))
}
