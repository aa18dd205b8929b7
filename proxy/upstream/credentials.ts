/** The header of a secret: its name, and the word before the secret, if any. */
export interface HeaderForm {
  readonly name: string
  readonly prefix: string
}

/** The body that signs a member in; `{customerId}` in any of its texts stands for the id of the member. */
export type AuthBody = Readonly<Record<string, unknown>>

/** Stands for the id of the member in {@link AuthBody}. */
export const placeholder = '{customerId}'

/** Makes a header that carries this secret. */
export const toHeader = ({ name, prefix }: HeaderForm, value: string): Record<string, string> => ({ [name]: prefix ? `${prefix} ${value}` : value })

/** Makes the body that signs this member in: the template with every placeholder filled. Only texts are changed, so that an id cannot add a field. */
export function toAuthBody(template: AuthBody, customerId: string): Record<string, unknown> {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(placeholder, () => customerId)
    if (Array.isArray(value)) return value.map(fill)
    return value !== null && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)])) : value
  }
  return fill(template) as Record<string, unknown>
}
