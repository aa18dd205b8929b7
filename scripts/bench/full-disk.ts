import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { print } from './figures.ts'
import { findReports, reportWhile } from './load.ts'
import { startProxy, startService } from './programs.ts'

const megabyte = 1024 * 1024

/**
 * Measures what happens when the disk is full: the proxy refuses new reports and keeps all accepted reports. Once there is room again, the proxy
 * accepts reports again. Needs Linux and root, because the store is on a small file system of its own.
 */
export async function benchFullDisk() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error('The benchmark fills a small file system of its own: run it as root on Linux.')
  const folder = mkdtempSync(join(tmpdir(), 'storefront-full-'))
  const [image, disk] = [join(folder, 'disk.img'), join(folder, 'disk')]
  const ballast = join(disk, 'ballast')
  mkdirSync(disk)
  writeFileSync(image, '')
  truncateSync(image, 16 * megabyte)
  execFileSync('mkfs.ext4', ['-q', image])
  execFileSync('mount', ['-o', 'loop', image, disk])
  const service = await startService(5)
  try {
    const proxy = await startProxy(service.address, { DATA_DIR: join(disk, 'data') })
    writeFileSync(ballast, Buffer.alloc(6 * megabyte))
    const ids: string[] = []
    const note = (id: string) => void ids.push(id)
    const refused = await reportWhile(proxy.address, 4, () => true, note)
    const accepted = ids.length
    const kept = (await findReports(proxy.address, ids)).size
    rmSync(ballast)
    await reportWhile(proxy.address, 1, () => ids.length === accepted, note)
    const found = (await findReports(proxy.address, ids)).size
    await proxy.stop()

    console.log('\nFull disk\n')
    print('reports accepted until the disk was full', accepted, 'reports')
    print('  of these, found while the disk is full', kept, 'reports', kept === accepted ? 'met' : 'MISSED')
    print('the response to a further report', refused ?? NaN, 'status', refused === 503 ? 'met' : 'MISSED')
    print('reports found once there is room, including a new one', found, 'reports', found === accepted + 1 ? 'met' : 'MISSED')
  } finally {
    await service.stop()
    execFileSync('umount', [disk])
    rmSync(folder, { recursive: true, force: true })
  }
}
