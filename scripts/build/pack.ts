import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Packs both npm packages from their built files into a folder; returns the paths of the tarballs. Throws if the build is missing. */
export function packPackages(folder: string): { widgets: string; proxy: string } {
  return { widgets: pack(folder), proxy: pack(folder, ['--workspace', 'storefront-proxy']) }
}

function pack(folder: string, which: readonly string[] = []): string {
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder, ...which], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  })
  const [packed] = Object.values(JSON.parse(output) as { filename: string }[])
  return join(folder, packed!.filename)
}
