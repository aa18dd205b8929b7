import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'

/** Where the pages and the files of the manual are in the repository. */
const pages = 'docs/proxy'
const files = 'proxy/deploy'

/** Only the build from a clone reads it. */
const ofTheRepository = 'Dockerfile.dockerignore'

/**
 * Writes the manual of the proxy into a folder, as its package has it: the pages of `docs/proxy`, and beside them in `deploy` the files that an operator
 * installs. A link to a page or file that is not among them leads nowhere there, so its words stay alone.
 */
export function writeManual(folder: string) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'deploy'), { recursive: true })
  for (const name of readdirSync(pages)) writeFileSync(join(folder, name), relink(readFileSync(join(pages, name), 'utf8')))
  for (const name of readdirSync(files)) if (name !== ofTheRepository) copyFileSync(join(files, name), join(folder, 'deploy', name))
}

const relink = (page: string) =>
  page.replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (link, words: string, address: string) => {
    if (/^(https?:|#)/.test(address)) return link
    const [path = '', anchor] = address.split('#')
    const target = posix.join(pages, path)
    const place = target === files ? '' : { [pages]: '', [files]: 'deploy/' }[posix.dirname(target)]
    return place === undefined ? words : `[${words}](${place}${basename(target)}${anchor === undefined ? '' : `#${anchor}`})`
  })
