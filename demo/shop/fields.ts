/** One field of a form, for the page that shows it and for the code that reads it. */
export interface Field {
  name: string
  label: string
  value: string
  autocomplete?: string
  type?: 'text' | 'email' | 'tel' | 'date' | 'textarea'
  optional?: boolean
  wide?: boolean
  choices?: { code: string; name: string }[]
  /** What is wrong with the value, and what to do. */
  problem?: string
}

/** For each field: the form of a valid value, and the message for any other value. */
export type Rules = Record<string, [form: RegExp, problem: string]>

/** Returns the fields, filled with known values. */
export const fillFields = (fields: Field[], known: Record<string, unknown>): Field[] =>
  fields.map((field) => ({ ...field, value: typeof known[field.name] === 'string' ? String(known[field.name]).trim().slice(0, longest(field)) : field.value }))

const longest = ({ type }: Field) => (type === 'textarea' ? 2000 : 255)

/** Returns the fields, each with its problem if it has one. */
export const checkFields = (fields: Field[], rules: Rules): Field[] =>
  fields.map((field) => {
    const [form, problem] = rules[field.name] ?? [/./, `Write your ${field.label.toLowerCase()}.`]
    return (field.optional && field.value === '') || form.test(field.value) ? field : { ...field, problem }
  })

/** Returns the value of the field with that name. */
export const valueOf = (fields: Field[], name: string): string => fields.find((field) => field.name === name)?.value ?? ''

/** The form of an e-mail address. */
export const emailRule: Rules[string] = [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Write an address such as robin@example.com.']
