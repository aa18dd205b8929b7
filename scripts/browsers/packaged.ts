import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A browser’s program, and the environment that it needs. */
export interface Program {
  executablePath?: string
  env?: Record<string, string>
}

/** Unpacks the Chromium from the npm package (Linux on x64 only) into `folder`. */
export async function unpackChromium(folder: string): Promise<Program | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return
  mkdirSync(folder, { recursive: true })
  // The package reuses files of any version that it finds in the temporary folder, so it gets its own folder. And it unpacks
  // its NSS, NSPR and expat only on a serverless host, so VERCEL is set.
  const before = { ...process.env }
  Object.assign(process.env, { VERCEL: '1', TMPDIR: folder })
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    const executablePath = await chromium.executablePath()
    return { executablePath, env: { LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH ?? '', FONTCONFIG_FILE: writeFontSettings(folder) } }
  } finally {
    for (const name of ['VERCEL', 'TMPDIR', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH']) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
}

/** Writes a font configuration. The package’s own names a folder that may not exist, and a page without any font crashes at its first text. */
function writeFontSettings(folder: string): string {
  const file = join(folder, 'fonts.conf')
  const system = existsSync('/etc/fonts/fonts.conf') ? '<include>/etc/fonts/fonts.conf</include>' : ''
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${system}<dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
  )
  return file
}
