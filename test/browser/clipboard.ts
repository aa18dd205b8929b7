/** What the clipboard does with a text that the page copies: it accepts the text, refuses the text, or does not exist for this page. */
export type Clipboard = 'allowed' | 'refused' | 'absent'

const own = Object.getOwnPropertyDescriptor(navigator, 'clipboard')

/** Replaces the page's clipboard until `giveBack`, and collects the copied texts. Browsers differ in what they allow a test to copy. */
export function giveClipboard(kind: Clipboard) {
  const copied: string[] = []
  const writeText = (text: string) =>
    kind === 'allowed' ? Promise.resolve(void copied.push(text)) : Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: kind === 'absent' ? undefined : { writeText } })
  return {
    copied,
    giveBack() {
      Reflect.deleteProperty(navigator, 'clipboard')
      if (own) Object.defineProperty(navigator, 'clipboard', own)
    },
  }
}
