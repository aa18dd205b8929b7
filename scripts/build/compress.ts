// Writes a `.br` and a `.gz` beside each built script, so that no request waits for compression.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const folder = new URL('../../dist/widgets/', import.meta.url)

const timeOf = (file: string) => statSync(new URL(file, folder), { throwIfNoEntry: false })?.mtimeMs ?? 0

for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  // Files of earlier builds are compressed already.
  if (!file.endsWith('.js') || timeOf(`${file}.br`) > timeOf(file)) continue
  const content = readFileSync(new URL(file, folder))
  // Node’s Brotli compresses at its best quality (11) by default.
  writeFileSync(new URL(`${file}.gz`, folder), gzipSync(content, { level: 9 }))
  writeFileSync(new URL(`${file}.br`, folder), brotliCompressSync(content))
}
