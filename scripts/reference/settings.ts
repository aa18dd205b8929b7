import { settings } from '../../proxy/config/config.ts'
import { code, madeBy, table } from './markdown.ts'

/** What a setting is if nobody sets it, as it would be written in the environment. */
function defaultOf(schema: (typeof settings.shape)[keyof typeof settings.shape]): string {
  const { success, data } = schema.safeParse(undefined)
  if (!success) return '**required**'
  if (data === undefined) return 'none'
  if (Array.isArray(data)) return code(data.join(','))
  if (typeof data !== 'object') return code(String(data))
  return code('prefix' in data ? [data.name, data.prefix].filter(Boolean).join(': ') : JSON.stringify(data))
}

/** Every setting of the proxy: its name, its default, its meaning. */
export const settingsPage = () => `${madeBy}
# Settings of the proxy

All settings are environment variables. The proxy names all that are missing or malformed at once, and does not start. Lists are separated by
commas. Secrets take two values while they are being changed. A service without its settings is off, and its widget shows what the shop has put inside.

${table(
  ['Setting', 'Default', 'Meaning'],
  Object.entries(settings.shape).map(([name, schema]) => [code(name), defaultOf(schema), schema.description ?? '']),
)}

The settings of the demo, worthless and public, are in [\`demo/settings.env\`](../../demo/settings.env).
`
