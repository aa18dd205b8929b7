/** A range for each word of an element: one with several boxes breaks over lines. Parts of a word around a hyphen or a dash count as words. */
export function wordsIn(element: Element): Range[] {
  const words: Range[] = []
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    for (const { index, 0: word } of text.data.matchAll(/[^\s\u2013-]+/g)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      words.push(range)
    }
  }
  return words
}
