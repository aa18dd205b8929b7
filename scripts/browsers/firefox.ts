import { existsSync } from 'node:fs'
import { firefox, type LaunchOptions } from 'playwright'
import { installedFirefoxes } from './installed.ts'
import { recall, remember } from './seen.ts'
import { starts } from './starts.ts'

/** A Firefox that has started and laid out text. Without a path it is Playwright’s own. */
export interface Firefox {
  executablePath?: string
  version: string
}

/** Finds a Firefox that starts. Fetches nothing. */
export async function findFirefox(): Promise<Firefox | undefined> {
  const named = process.env.FIREFOX_PATH
  const known = recall<Firefox>('firefox', named, ({ executablePath }) => [executablePath ?? firefox.executablePath()])
  if (known) return known
  const own = existsSync(firefox.executablePath()) ? [undefined] : []
  for (const executablePath of named ? [named] : [...own, ...installedFirefoxes()]) {
    try {
      return remember('firefox', named, { executablePath, version: await starts(firefox, firefoxOptions({ executablePath })) })
    } catch (error) {
      console.error(`${executablePath ?? "Playwright's own Firefox"} does not start: ${String((error as Error).message).split('\n')[0]}`)
      if (named) throw error
    }
  }
  return undefined
}

/** The launch options of Playwright for that Firefox. Mozilla’s own builds are controlled over WebDriver BiDi. */
export const firefoxOptions = ({ executablePath }: Pick<Firefox, 'executablePath'>): LaunchOptions =>
  executablePath ? { channel: 'moz-firefox', executablePath } : {}
