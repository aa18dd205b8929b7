/** Characters by which a value could leave its declaration, its style sheet, or the element that holds the style sheet. */
const breaking = /[<>{};\\]|\/\*|\*\//

/** The property of CSS that takes what a custom property of this name takes. */
const propertyFor = (name: string) =>
  /radius/.test(name)
    ? 'border-radius'
    : /gap/.test(name)
      ? 'row-gap'
      : /font/.test(name)
        ? 'font-family'
        : /weight/.test(name)
          ? 'font-weight'
          : /scale/.test(name)
            ? 'line-height'
            : /height|space/.test(name)
              ? 'min-height'
              : 'color'

/** Whether a value stays inside of its declaration when it is written into a style sheet, also if its quotes are not closed. */
export const staysInDeclaration = (value: string) => !breaking.test(value) && !/["']/.test(value.replace(/"[^"'\n]*"|'[^"'\n]*'/g, ''))

/** Why a custom property does not take this value; undefined if it does. */
export function faultOf(name: string, value: string): string | undefined {
  const property = propertyFor(name)
  // A value with var() is only known in the page that has the variable; CSS.supports() accepts it.
  if (staysInDeclaration(value) && CSS.supports(property, value)) return undefined
  const examples: Record<string, string> = { color: 'no colour; "#1f6f5c", for example', 'font-family': 'no font; "Georgia, serif", for example' }
  return `This is ${examples[property] ?? `no value for ${property}`}. The preview and the code leave it out.`
}
