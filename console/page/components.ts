// The components of Web Awesome that the console uses, and where their icons come from: a sprite of the console's own, so that nothing is fetched elsewhere.
import '@awesome.me/webawesome/dist/components/badge/badge.js'
import '@awesome.me/webawesome/dist/components/button/button.js'
import '@awesome.me/webawesome/dist/components/callout/callout.js'
import '@awesome.me/webawesome/dist/components/dialog/dialog.js'
import '@awesome.me/webawesome/dist/components/input/input.js'
import '@awesome.me/webawesome/dist/components/option/option.js'
import '@awesome.me/webawesome/dist/components/relative-time/relative-time.js'
import '@awesome.me/webawesome/dist/components/select/select.js'
import '@awesome.me/webawesome/dist/components/spinner/spinner.js'
import { registerIconLibrary } from '@awesome.me/webawesome/dist/components/icon/library.js'
import sprite from './icons.svg?url&no-inline'

/** Gives an icon its proportions: without them a reference into a sprite is 300 pixels wide, and takes the clicks of what is beside it. */
const mutator = (svg: SVGElement) => svg.setAttribute('viewBox', '0 0 24 24')
for (const library of ['default', 'system']) registerIconLibrary(library, { resolver: (name) => `${sprite}#${name}`, spriteSheet: true, mutator })

/** Follows the setting of the person's system: Web Awesome's themes are classes. */
const dark = matchMedia('(prefers-color-scheme: dark)')
const applyScheme = () => {
  document.documentElement.classList.toggle('wa-dark', dark.matches)
  document.documentElement.classList.toggle('wa-light', !dark.matches)
}
dark.addEventListener('change', applyScheme)
applyScheme()
