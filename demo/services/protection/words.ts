/** Rewrites lines that begin with a field’s path in the service’s form: the field in words first, lines counted from one (A61). */
export function inWords(lines: readonly string[]): string[] {
  return lines.map((line) => {
    const [path = '', ...issue] = line.split(' ')
    const field = path
      .replace(/^cart\.(?=.)/, '')
      .split('.')
      .map(toWords)
      .join(' ')
    return `${field.charAt(0).toUpperCase()}${field.slice(1)} ${issue.join(' ')}`
  })
}

const toWords = (name: string) =>
  /^\d+$/.test(name)
    ? String(Number(name) + 1)
    : name
        .replace(/_/g, ' ')
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
