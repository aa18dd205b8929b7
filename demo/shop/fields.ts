/** One field of a form, as the page shows it and as whoever reads the form needs it. */
export interface Field {
  name: string
  label: string
  value: string
  autocomplete?: string
  type?: 'text' | 'email' | 'tel' | 'date' | 'textarea'
  optional?: boolean
  wide?: boolean
  choices?: { code: string; name: string }[]
  /** What is wrong with it, and what to do. */
  problem?: string
}

/** The form that a field's value has to have, and what is said where it has another. */
export type Rules = Record<string, [form: RegExp, problem: string]>

/** The same fields, filled with what is known. */
export const fillFields = (fields: Field[], known: Record<string, unknown>): Field[] =>
  fields.map((field) => ({ ...field, value: typeof known[field.name] === 'string' ? String(known[field.name]).trim().slice(0, longest(field)) : field.value }))

const longest = ({ type }: Field) => (type === 'textarea' ? 2000 : 255)

/** The same fields, each with what is wrong with it. */
export const checkFields = (fields: Field[], rules: Rules): Field[] =>
  fields.map((field) => {
    const [form, problem] = rules[field.name] ?? [/./, `Write your ${field.label.toLowerCase()}.`]
    return (field.optional && field.value === '') || form.test(field.value) ? field : { ...field, problem }
  })

/** What was written into the field of that name. */
export const valueOf = (fields: Field[], name: string): string => fields.find((field) => field.name === name)?.value ?? ''

/** What anybody's e-mail address looks like. */
export const emailRule: Rules[string] = [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Write an address such as robin@example.com.']
