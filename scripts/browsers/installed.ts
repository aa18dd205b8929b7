import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const chromiums = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable', 'microsoft-edge']
const firefoxes = ['firefox-esr', 'firefox']

/** The usual places of those applications on systems that do not put them on the path. */
function usualPlaces(applications: string[], folders: string[]): string[] {
  if (process.platform === 'darwin') return applications.map((path) => join('/Applications', path))
  if (process.platform !== 'win32') return []
  const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].filter((root) => root !== undefined)
  return roots.flatMap((root) => folders.map((path) => join(root, path)))
}

/** Returns whether that file exists and is executable. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the first program of that name on the path. */
export const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram)

const allOnPath = (names: string[]) => names.map(onPath).filter((file) => file !== undefined)

/** The installed browsers that are based on Chromium. */
export const installedChromiums = (): string[] => [
  ...allOnPath(chromiums),
  ...usualPlaces(
    ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `${name}.app/Contents/MacOS/${name}`),
    ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'],
  ).filter(isProgram),
]

/** The installed Firefoxes. */
export const installedFirefoxes = (): string[] => [
  ...allOnPath(firefoxes),
  ...usualPlaces(['Firefox.app/Contents/MacOS/firefox'], ['Mozilla Firefox/firefox.exe']).filter(isProgram),
]
