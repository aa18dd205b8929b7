import { settings } from '../../proxy/config/config.ts'
import { code, madeBy, table } from './markdown.ts'

/** Returns the default of a setting, as written in the environment. */
function defaultOf(schema: (typeof settings.shape)[keyof typeof settings.shape]): string {
  const { success, data } = schema.safeParse(undefined)
  if (!success) return '**required**'
  if (data === undefined) return 'none'
  if (Array.isArray(data)) return code(data.join(','))
  if (typeof data !== 'object') return code(String(data))
  return code('prefix' in data ? [data.name, data.prefix].filter(Boolean).join(': ') : JSON.stringify(data))
}

/** Writes the page of all settings of the proxy: name, default, meaning. */
export const settingsPage = () => `${madeBy}
# Settings of the proxy

All settings are environment variables. If settings are missing or malformed, the proxy lists all of them and does not start. Items of a list are separated
by commas. Keys that the proxy checks or seals with take several values while they are changed; \`storefront-proxy keys list\` names them. A service without its settings is off: its widget shows the content that the shop has put inside.

${table(
  ['Setting', 'Default', 'Meaning'],
  Object.entries(settings.shape).map(([name, schema]) => [code(name), defaultOf(schema), schema.description ?? '']),
)}

The settings of the demo are public and protect nothing. They are in [\`demo/settings.env\`](../../demo/settings.env).
`
