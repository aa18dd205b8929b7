/** Lines that begin with a field's path, as the service says them: the field in words first (A61). */
export function inWords(lines: readonly string[]): string[] {
  return lines.map((line) => {
    const [path = '', ...issue] = line.split(' ')
    const field = path.replace(/^cart\.(?=.)/, '').replace(/[._]/g, ' ')
    return `${field.charAt(0).toUpperCase()}${field.slice(1)} ${toIssue(issue.join(' '))}`
  })
}

/** What the checker says in its own words of a field that is not there or of another type. */
function toIssue(issue: string) {
  if (/^Invalid input: expected .* received undefined$/.test(issue)) return 'is required'
  return issue.startsWith('Invalid input') ? 'is invalid' : issue
}
