import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable', 'microsoft-edge']

/** Where browsers of Chromium's kind live on systems that do not put them on the path. */
function usualPlaces(): string[] {
  if (process.platform === 'darwin') return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
  if (process.platform !== 'win32') return []
  const folders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].filter((folder) => folder !== undefined)
  return folders.flatMap((folder) => [join(folder, 'Google/Chrome/Application/chrome.exe'), join(folder, 'Microsoft/Edge/Application/msedge.exe')])
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The first program of that name on the path. */
export const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram)

/** The browsers of Chromium's kind that this machine has already. */
export const installedChromiums = (): string[] => [...names.map(onPath).filter((file) => file !== undefined), ...usualPlaces().filter(isProgram)]
