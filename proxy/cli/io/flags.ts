import { Option, type Command } from 'commander'
import { toProtectedName } from '../../upstream/naming.ts'
import { choicesOf, fieldAt, fieldsOf, isNullable, itemOf, propertiesOf, type Field, type Path, type Shape } from './fields.ts'

/** The command-line form of a field name: `shop_order_id` and `shopOrderId` both become `shop-order-id`. */
export const kebab = (name: string) =>
  name
    .replaceAll('_', '-')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()

/** The flag for a field of the input. */
export const flagOf = (path: Path) => `--${path.map((step) => kebab(String(step))).join('.')}`

/** The paths of a field: one, or one in each naming of the protection service (A72). */
const namingsOf = (path: Path): Path[] => {
  const other = path.map((step) => (typeof step === 'number' ? step : toProtectedName(step)))
  return flagOf(other) === flagOf(path) ? [path] : [path, other]
}

/** The values of the flags for the fields of an input. */
interface Flags {
  /** The value of each field that was given: a text; true or false from a flag without a value; null to empty the field. */
  read(): [Field, string | boolean | null][]
}

/** Adds one flag for each field, except fields of arguments and fields with the name of another option. */
export function addFlags(command: Command, shape: Shape, taken: readonly string[], words: readonly string[]): Flags {
  const own = new Set(command.options.flatMap(({ long }) => long ?? []))
  const fields = fieldsOf(shape).filter(({ path }) => !taken.includes(String(path[0])) && !own.has(flagOf(path)))
  const inLists = positionsIn(words, shape)
  for (const field of fields) for (const option of optionsFor(field, 'Input:')) command.addOption(option)
  for (const field of inLists) for (const option of optionsFor(field)) command.addOption(option)
  return {
    read: () =>
      [...fields, ...inLists].flatMap((field) =>
        namingsOf(field.path).flatMap((path): [Field, string | boolean | null][] => {
          const value: unknown = command.getOptionValue(new Option(flagOf(path)).attributeName())
          if (value === undefined) return []
          return [[{ ...field, path }, value === false && field.kind !== 'boolean' ? null : (value as string | boolean)]]
        }),
      ),
  }
}

/** The options for a field, in a group of the help or hidden. */
function optionsFor(field: Field, group?: string): Option[] {
  return namingsOf(field.path).flatMap((path, index) =>
    toOptions(field, flagOf(path)).map((option) => (group && index === 0 ? option.helpGroup(group) : option.hideHelp())),
  )
}

/** The options that set a field or empty it. */
function toOptions(field: Field, flag: string): Option[] {
  const off = flag.replace('--', '--no-')
  const help = helpFor(field)
  return field.kind === 'boolean'
    ? [new Option(flag, help), new Option(off, `the opposite of ${flag}`)]
    : [new Option(`${flag} <${field.kind}>`, help), ...(isNullable(field.shape) ? [new Option(off, 'empty the field')] : [])]
}

function helpFor({ kind, shape, path, required, description }: Field): string {
  const choices = choicesOf(shape)
  const item = kind === 'json' && itemOf(shape)
  const first = item && Object.keys(propertiesOf(item))[0]
  return [
    description ??
      String(path.at(-1))
        .replaceAll('_', ' ')
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase(),
    choices && `one of ${choices.join(', ')}`,
    kind === 'money' && 'such as "12.34 USD"',
    ...namingsOf(path)
      .slice(1)
      .map((other) => `also ${flagOf(other)}`),
    first && `or part by part, ${flagOf([...path, 0, first])} …`,
    required && '(required)',
  ]
    .filter((part) => part)
    .join('; ')
    .replace('; (', ' (')
}

/** The meaning of each part of the lists in an input, for the end of the help. */
export function partsHelp(shape: Shape): string {
  const parts = fieldsOf(shape).flatMap((list) => {
    const item = list.kind === 'json' ? itemOf(list.shape) : undefined
    return item ? fieldsOf(item).map((part) => ({ ...part, path: [...list.path, 0, ...part.path] })) : []
  })
  if (parts.length === 0) return ''
  const terms = parts.map(({ path, kind }) => `${flagOf(path)}${kind === 'boolean' ? '' : ` <${kind}>`}`)
  const width = terms.reduce((most, term) => Math.max(most, term.length), 0)
  return ['', 'Lists part by part; 0 is the first entry:', ...parts.map((part, index) => `  ${terms[index]!.padEnd(width)}  ${helpFor(part)}`)].join('\n')
}

/** The fields inside lists that the arguments name by position: `--line-items.0.name`. */
function positionsIn(words: readonly string[], shape: Shape): Field[] {
  const found = new Map<string, Field>()
  for (const word of words) {
    const [, dotted] = /^--(?:no-)?([\w-]+(?:\.[\w-]+)*\.\d+(?:\.[\w-]+)*)(?:=|$)/.exec(word) ?? []
    const path = dotted && pathOf(dotted.split('.'), shape)
    const field = path && fieldAt(shape, path)
    if (field) found.set(flagOf(field.path), field)
  }
  return [...found.values()]
}

function pathOf(names: readonly string[], shape: Shape): Path | undefined {
  const path: (string | number)[] = []
  for (const word of names) {
    const at = path.length === 0 ? shape : fieldAt(shape, path)?.shape
    if (!at) return undefined
    const name = /^\d+$/.test(word) ? Number(word) : Object.keys(propertiesOf(at)).find((one) => [one, toProtectedName(one)].map(kebab).includes(word))
    if (name === undefined) return undefined
    path.push(name)
  }
  return path
}
