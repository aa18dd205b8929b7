import { relative } from 'node:path/posix'

/** Formats a Markdown table. Throws if a row lacks a column. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  for (const row of rows)
    for (const [index, name] of head.entries()) if (!row[index]) throw new Error(`The row of ${row[0] ?? 'nothing'} lacks the column ${name}.`)
  return [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`)
    .join('\n')
}

export const code = (text: string) => `\`${text}\``

/** Formats a link from a page in `docs` to a file of the project. */
export const linkTo = (file: string, words = file.split('/').at(-1)!) => `[${words}](${relative('docs', file)})`

/** The first line of every generated page. */
export const madeBy = '<!-- Made by scripts/reference.ts; a test says when it is not up to date. -->'
