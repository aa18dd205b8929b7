import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { print } from './figures.ts'
import { findReports, reportWhile } from './load.ts'
import { startProxy, startService, type Server } from './programs.ts'

const trials = 10
const connections = 32
const imageBytes = 96 * 1024 * 1024

/**
 * Measures what survives a power cut. The store is on its own file system. The proxy is frozen under load, and the content of the block device at that
 * moment is mounted anew, so all data that was written but not synced is gone. A witness file is written without a sync, to show that
 * this method detects lost data. Needs Linux and root, and `strace` for the order of the system calls.
 */
export async function benchPowerCut() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error('This benchmark mounts file systems: run it as root on Linux.')
  const folder = mkdtempSync(join(tmpdir(), 'storefront-power-'))
  const service = await startService(20)
  try {
    console.log(`\nPower cut, ${trials} times\n`)
    await countSyncs(service, folder)
    const lost = { reports: 0, accepted: 0, unsynced: 0, written: 0 }
    for (let trial = 1; trial <= trials; trial += 1) {
      const found = await cutPower(service, join(folder, String(trial)), 300 + Math.random() * 1_500)
      for (const name of Object.keys(lost) as (keyof typeof lost)[]) lost[name] += found[name]
    }
    print('reports accepted since the last sync of the whole disk', lost.accepted, 'reports')
    print('  of these, lost', lost.reports, 'reports', lost.reports === 0 ? 'met' : 'MISSED: none may be lost')
    print('lines written beside them without a sync', lost.written, 'lines')
    print('  of these, lost', lost.unsynced, 'lines', lost.unsynced > 0 ? '' : 'the cut lost nothing: the test proves nothing')
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function cutPower(service: Server, folder: string, afterMilliseconds: number) {
  const [image, copy] = [join(folder, 'disk.img'), join(folder, 'cut.img')]
  const [disk, cut] = [join(folder, 'disk'), join(folder, 'cut')]
  for (const one of [folder, disk, cut]) mkdirSync(one)
  writeFileSync(image, '')
  truncateSync(image, imageBytes)
  execFileSync('mkfs.ext4', ['-q', image])
  execFileSync('mount', ['-o', 'loop', image, disk])
  try {
    const proxy = await startProxy(service.address, { DATA_DIR: join(disk, 'data') })
    const witness = join(disk, 'witness')
    writeFileSync(witness, '')
    execFileSync('sync', ['-f', disk])
    const ids: string[] = []
    let frozen = false
    const rush = reportWhile(
      proxy.address,
      connections,
      () => !frozen,
      (id) => {
        appendFileSync(witness, `${id}\n`)
        ids.push(id)
      },
    )
    await new Promise((resolve) => setTimeout(resolve, afterMilliseconds))
    proxy.signal('SIGSTOP')
    frozen = true
    const accepted = [...ids]
    execFileSync('cp', ['--sparse=always', image, copy])
    proxy.signal('SIGKILL')
    await rush
    await proxy.stop()

    execFileSync('mount', ['-o', 'loop', copy, cut])
    try {
      const again = await startProxy(service.address, { DATA_DIR: join(cut, 'data') })
      const known = await findReports(again.address, accepted)
      await again.stop()
      const kept = new Set(readFileSync(join(cut, 'witness'), 'utf8').split('\n'))
      const gone = (has: (id: string) => boolean) => accepted.filter((id) => !has(id)).length
      return { accepted: accepted.length, reports: gone((id) => known.has(id)), written: accepted.length, unsynced: gone((id) => kept.has(id)) }
    } finally {
      execFileSync('umount', [cut])
    }
  } finally {
    execFileSync('umount', [disk])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Checks with `strace` that a sync ends between the arrival of each report and its response. */
async function countSyncs(service: Server, folder: string) {
  if (spawnSync('strace', ['-V']).error) return console.log('  strace is not installed: the order of the calls is not checked')
  const howMany = 200
  const file = join(folder, 'calls')
  const proxy = await startProxy(service.address, { DATA_DIR: join(folder, 'traced') })
  const calls = 'trace=read,write,writev,fsync,fdatasync'
  const strace = spawn('strace', ['-f', '-s', '40', '-e', calls, '-o', file, '-p', String(proxy.pid)], { stdio: ['ignore', 'ignore', 'pipe'] })
  await once(strace.stderr, 'data')
  let left = howMany
  await reportWhile(
    proxy.address,
    1,
    () => left-- > 0,
    () => {},
  )
  strace.kill('SIGINT')
  await once(strace, 'exit')
  await proxy.stop()

  let synced = false
  const answers = { after: 0, before: 0 }
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (/POST \/v1\/merchant\/orders/.test(line)) synced = false
    else if (/f(data)?sync(\(| resumed).*= 0/.test(line)) synced = true
    else if (line.includes('HTTP/1.1 202')) answers[synced ? 'after' : 'before'] += 1
  }
  print('reports answered after a sync, according to strace', answers.after, 'reports')
  const isShown = answers.before === 0 && answers.after === howMany
  print('  answered without a sync', answers.before, 'reports', isShown ? 'met' : `MISSED: all ${howMany} have to come after one`)
}
