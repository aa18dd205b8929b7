import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, posix } from 'node:path'

interface Locked {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** What the image adds to Node: the program, and the folder of its data. `Dockerfile` copies these, and nothing else. */
export const imageFolders = ['app', 'data'] as const

interface ImageOptions {
  /** The release before this one, as `npm pack` takes it: `storefront-proxy@0.1.0`, or a tarball. Absent: there is none. */
  previous?: string | undefined
}

/**
 * Writes what an image of the proxy contains beside Node into a folder: the built proxy, the libraries that the lock file names for it, as they are
 * installed here, and the hashed files of the release before, which pages that are open or cached still request. Throws if the build is missing.
 */
export function writeImageRoot(folder: string, { previous }: ImageOptions = {}) {
  const missing = ['main.js', 'cli.js', 'worker.js', 'widgets/widgets.js'].map((file) => `proxy/dist/${file}`).filter((file) => !existsSync(file))
  if (missing.length > 0) throw new Error(`${missing.join(', ')} is missing: npm run build`)
  for (const name of imageFolders) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['package.json', 'LICENSE', 'dist']) cpSync(join('proxy', name), join(folder, 'app/proxy', name), { recursive: true })
  for (const place of librariesOf('proxy')) cpSync(place, join(folder, 'app', place), { recursive: true, filter: isNeeded })
  if (previous !== undefined) keepAssets(previous, join(folder, 'app/proxy/dist/widgets/assets'))
}

/** The folders of all packages that a workspace needs to run, found as Node finds them: in the nearest `node_modules`. */
function librariesOf(workspace: string): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked | undefined> }
  const found = new Set<string>()
  const visit = (place: string) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[place]!
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const library = locate(name, place)
      if (library === undefined && name in optionalDependencies) continue
      if (library === undefined) throw new Error(`${name}, which ${place} needs, is not installed: npm ci`)
      if (found.has(library)) continue
      found.add(library)
      visit(library)
    }
  }
  const locate = (name: string, from: string) => {
    for (let place = from; ; place = posix.dirname(place)) {
      const candidate = posix.join(place, 'node_modules', name)
      if (candidate in packages && existsSync(candidate)) return candidate
      if (place === '.') return undefined
    }
  }
  visit(workspace)
  return [...found]
}

/** Leaves out what no program reads: sources and binaries for other systems take 25 of the 28 MB of the embedded store. */
function isNeeded(path: string): boolean {
  const [, inside] = /@photostructure\/sqlite\/(.+)$/.exec(path.replaceAll('\\', '/')) ?? []
  if (inside === undefined) return !/\.(d\.[cm]?ts|map|md)$/.test(path)
  const [, system] = /^prebuilds\/([^/]+)/.exec(inside) ?? []
  return system === undefined ? !/^(src|scripts)(\/|$)/.test(inside) : system === `${process.platform}-${process.arch}`
}

/** Adds the hashed files of a packed release, without replacing a file. */
function keepAssets(previous: string, into: string) {
  const scratch = mkdtempSync(join(tmpdir(), 'previous-'))
  try {
    const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', scratch, previous], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
    const [{ filename } = { filename: '' }] = Object.values(JSON.parse(packed) as { filename: string }[])
    execFileSync('tar', ['-xzf', join(scratch, basename(filename)), '-C', scratch])
    const assets = join(scratch, 'package/dist/widgets/assets')
    for (const file of readdirSync(assets)) if (!existsSync(join(into, file))) cpSync(join(assets, file), join(into, file))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The bytes of all files of a folder. */
export const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, file) => {
    const found = statSync(join(folder, file))
    return sum + (found.isFile() ? found.size : 0)
  }, 0)
