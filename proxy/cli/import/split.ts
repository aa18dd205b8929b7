/** Characters that a line may have. */
export const longestLine = 1_000_000
/** Characters that are kept of a longer one, to find it by. */
const shown = 200

/** A line as it stands in a text; of one that is too long, the beginning. */
export interface RawLine {
  line: number
  text: string
  tooLong: boolean
}

/** Lines as they come, none of which takes more memory than a line may have. */
export async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<RawLine, void, void> {
  let [line, text, length] = [1, '', 0]
  const end = (): RawLine => (length > longestLine ? { line, text: `${text}… (${length} characters)`, tooLong: true } : { line, text, tooLong: false })
  for await (const chunk of chunks) {
    for (const [index, part] of chunk.split('\n').entries()) {
      if (index > 0) {
        yield end()
        ;[line, text, length] = [line + 1, '', 0]
      }
      length += part.length
      text = length > longestLine ? (text + part).slice(0, shown) : text + part
    }
  }
  if (length > 0) yield end()
}
