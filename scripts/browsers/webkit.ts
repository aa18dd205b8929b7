import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { freePort } from '../../test/free-port.ts'
import { isProgram, onPath } from './installed.ts'
import { cache, recall, remember } from './seen.ts'
import { WebDriverSession } from './webdriver.ts'

/** The programs that run WebKitGTK without a screen. */
export interface WebKit {
  driver: string
  browser: string
  /** Xvfb, which replaces a screen. */
  display?: string
}

/** A WebKit that runs. */
export interface RunningWebKit {
  session: WebDriverSession
  /** Ends the browser and the programs that were started for it. */
  stop(): Promise<void>
}

/** Finds a WebKitGTK that starts (Linux only). Fetches nothing. */
export async function findWebKit(): Promise<WebKit | undefined> {
  const named = process.env.MINIBROWSER_PATH
  const known = recall<WebKit>('webkit', named, (found) => Object.values(found) as string[])
  if (known) return known
  const [driver, display] = [onPath('WebKitWebDriver'), onPath('Xvfb')]
  const browser = named ?? miniBrowsers()[0]
  if (!driver || !browser || !(display || process.env.DISPLAY)) return undefined
  const found = { driver, browser, display }
  try {
    const { session, stop } = await startWebKit(found)
    await session.evaluate(() => document.title).finally(stop)
    return remember('webkit', named, found)
  } catch (error) {
    console.error(`${browser} does not start: ${(error as Error).message}`)
    if (named) throw error
    return undefined
  }
}

/** Finds the browser that comes with WebKitGTK, where distributions put it: /usr/lib/[<architecture>/]webkit2gtk-<version>/MiniBrowser. */
function miniBrowsers(): string[] {
  if (process.platform !== 'linux') return []
  const under = (folder: string, name: RegExp) => {
    try {
      return readdirSync(folder)
        .filter((one) => name.test(one))
        .map((one) => join(folder, one))
    } catch {
      return []
    }
  }
  const roots = ['/usr/lib', '/usr/libexec', '/usr/lib64', ...under('/usr/lib', /-linux-gnu/)]
  return roots
    .flatMap((root) => under(root, /^webkit(2gtk|gtk)-/))
    .map((folder) => join(folder, 'MiniBrowser'))
    .filter(isProgram)
}

/** Starts WebKit with a window of 800 × 600. All started programs end with this process at the latest. */
export async function startWebKit({ driver, browser, display }: WebKit): Promise<RunningWebKit> {
  const children: ChildProcess[] = []
  const end = () => children.forEach((child) => child.kill())
  process.once('exit', end)
  const env: NodeJS.ProcessEnv = { ...process.env, XDG_CONFIG_HOME: writeSettings(), LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1' }
  try {
    // Its own display is preferred, so that no window opens on the screen of a person at the machine.
    if (display) {
      const screen = spawn(display, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
      children.push(screen)
      env.DISPLAY = `:${await firstLine(screen)}`
    }
    const port = await freePort()
    const ready = spawn(driver, [`--port=${port}`], { stdio: 'ignore', env })
    children.push(ready)
    const address = `http://127.0.0.1:${port}`
    await answering(address, ready)
    // In full screen the window contains only the page.
    const session = await WebDriverSession.start(address, { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation', '--full-screen'] } })
    await session.resize(800, 600)
    return {
      session,
      async stop() {
        await session.end().catch(() => undefined)
        end()
        process.off('exit', end)
      },
    }
  } catch (error) {
    end()
    throw error
  }
}

/** Hides the tool bar: otherwise the tool bar keeps a window from becoming as narrow as a telephone. */
function writeSettings(): string {
  const folder = join(cache, 'webkit')
  mkdirSync(join(folder, 'gtk-3.0'), { recursive: true })
  writeFileSync(join(folder, 'gtk-3.0/gtk.css'), 'toolbar *, entry, button, image { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 1px }')
  return folder
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    ;(child.stdio[3] as Readable).once('data', (line) => resolve(String(line).trim()))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
  })
}

async function answering(address: string, child: ChildProcess): Promise<void> {
  for (let waited = 0; ; waited += 50) {
    try {
      await fetch(`${address}/status`)
      return
    } catch (cause) {
      if (child.exitCode !== null || waited > 10_000) throw new Error('The driver does not respond', { cause })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
