import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { writeImageRoot } from '../../scripts/build/image-root.ts'

const dockerfile = readFileSync('proxy/deploy/Dockerfile', 'utf8')

/** The words of an instruction of the last stage that is written as a list. */
const wordsOf = (instruction: string) => JSON.parse(new RegExp(`${instruction} (\\[.*\\])$`, 'm').exec(dockerfile)![1]!) as string[]

/** What the Dockerfile says about running the image. */
export const image = {
  command: [...wordsOf('ENTRYPOINT'), ...wordsOf('^CMD')],
  health: wordsOf('^ {2}CMD'),
  env: Object.fromEntries([...(/^ENV ([^]*?[^\\])$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!])),
  user: Number(/^USER (\d+):/m.exec(dockerfile)![1]),
  /** The folders that the last stage copies from the first. */
  copied: [...dockerfile.matchAll(/^COPY --from=build .*?\/image\/(\w+) \/(\w+)$/gm)].map(([, from, to]) => [from!, to!]),
}

const isRoot = process.getuid?.() === 0
/** Begins a process with file systems of its own; a user who is not root needs a user namespace for that. */
const unshare = ['--mount', ...(isRoot ? ['--propagation', 'private'] : ['--user', '--map-root-user'])]
const chroot = isRoot ? `chroot --userspec=${image.user}:${image.user}` : 'chroot'
/** Makes a folder the root: read-only but for its data, and with /proc, as every container engine does. */
const enter = `mount --bind "$0" "$0" && mount --rbind /proc "$0/proc" && mount --bind "$0/data" "$0/data" && mount -o remount,bind,ro "$0" && exec ${chroot} "$0" "$@"`

/** Why this machine cannot run a program with another root; undefined if it can. */
export function findObstacle(): string | undefined {
  if (process.platform !== 'linux') return `${process.platform} has no "unshare"`
  const { error, status, stderr } = spawnSync('unshare', [...unshare, 'mount', '--bind', tmpdir(), tmpdir()], { encoding: 'utf8' })
  return error?.message ?? (status === 0 ? undefined : stderr.trim())
}

/**
 * Makes the content of the image by the commands of the stage "package" of the Dockerfile, which need nothing but Node, the registry and this release of
 * the package.
 */
export function writePackageRoot(content: string, args: Readonly<Record<'RELEASE' | 'PREVIOUS', string>>) {
  const [, stage = ''] = /^FROM node AS package\n([^]*?)^FROM /m.exec(dockerfile) ?? []
  const [, workdir = ''] = /^WORKDIR \/image\/(.*)$/m.exec(stage) ?? []
  const cwd = join(content, workdir)
  mkdirSync(cwd, { recursive: true })
  for (const [, command] of stage.matchAll(/^RUN (.*)$/gm))
    execFileSync('sh', ['-c', command!], { cwd, env: { ...process.env, ...args }, stdio: ['ignore', 'inherit', 'inherit'] })
}

/** Makes a root directory: the content of the image, and of its base only Node, the libraries that it is linked with, and what engines add. */
export function makeRoot(previous?: string, write: (content: string) => void = (content) => writeImageRoot(content, { previous })) {
  const root = mkdtempSync(join(tmpdir(), 'image-'))
  // The folder is of this user, and the root of another one.
  chmodSync(root, 0o755)
  const content = mkdtempSync(join(tmpdir(), 'image-content-'))
  write(content)
  for (const [from, to] of image.copied) cpSync(join(content, from!), join(root, to!), { recursive: true })
  rmSync(content, { recursive: true, force: true })
  const [node] = image.command
  const binaries = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /glibc\.node$/.test(file))
  for (const library of [process.execPath, ...binaries.map((file) => join(root, file))].flatMap(librariesOf)) put(library, join(root, library))
  put(realpathSync(process.execPath), join(root, node!))
  mkdirSync(join(root, 'proc'))
  mkdirSync(join(root, 'etc'))
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n')
  if (isRoot) chownSync(join(root, 'data'), image.user, image.user)
  return root
}

/** The files that the loader of the system reads for a program. */
const librariesOf = (program: string) => [...execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/(\/\S+) \(/g)].map(([, file]) => file!)

function put(file: string, to: string) {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(file, to)
}

/** The words before a command that give it this root, and nothing else of the file system. */
export const confined = (root: string) => ['unshare', ...unshare, 'sh', '-c', enter, root]

/** Starts a command with this root, the settings of the image and these, and nothing else. */
export const startIn = (root: string, words: readonly string[], env: Record<string, string> = {}) =>
  spawn('unshare', [...confined(root).slice(1), ...words], { env: { PATH: process.env.PATH, ...image.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
