import { readFileSync } from 'node:fs'
import { extensionFolder, readSchema, type Setting } from './extension.ts'

/** A field of the editor's panel, in words, with the value that the merchant has chosen. */
export interface PanelField {
  type: string
  id: string | undefined
  label: string
  info: string | undefined
  value: unknown
  options: { value: string; label: string; selected: boolean }[]
  min: number | undefined
  max: number | undefined
  step: number | undefined
  unit: string | undefined
}

type Words = { [key: string]: string | Words }
const english = JSON.parse(readFileSync(`${extensionFolder}/locales/en.default.schema.json`, 'utf8')) as Words

/** The English words of a schema's text: `t:protection.name` names them. */
function wordsOf(text: string): string {
  if (!text.startsWith('t:')) return text
  const found = text
    .slice(2)
    .split('.')
    .reduce<string | Words | undefined>((words, key) => (typeof words === 'object' ? words[key] : undefined), english)
  return typeof found === 'string' ? found : text
}

/** The panel of settings that Shopify's theme editor shows beside a block: its name, and a field for each setting of its schema. */
export function readPanel(block: string, chosen: Readonly<Record<string, unknown>>): { name: string; fields: PanelField[] } {
  const { name, settings } = readSchema(block)
  return {
    name: wordsOf(name),
    fields: settings.map((setting) => toField(setting, setting.id === undefined ? undefined : (chosen[setting.id] ?? setting.default))),
  }
}

const toField = ({ type, id, label, content, info, options = [], min, max, step, unit }: Setting, value: unknown): PanelField => ({
  type,
  id,
  label: wordsOf(label ?? content ?? ''),
  info: info && wordsOf(info),
  value,
  options: options.map((one) => ({ value: one.value, label: wordsOf(one.label), selected: one.value === value })),
  min,
  max,
  step,
  unit,
})
