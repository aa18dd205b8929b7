import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

const folder = await mkdtemp(join(tmpdir(), 'import-'))
after(() => rm(folder, { recursive: true, force: true }))

let files = 0

/** Writes a file to import, a line each; answers its name. */
export async function write(lines: readonly unknown[], kind = 'jsonl'): Promise<string> {
  const file = join(folder, `lines-${files++}.${kind}`)
  await writeFile(file, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
  return file
}

/** What an import has written, a line each; nothing where it has written no such file. */
export const readJsonLines = async (file: string) =>
  (await readFile(file, 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
