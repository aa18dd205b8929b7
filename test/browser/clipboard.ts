/** What a browser does with text that a page wants to copy: it takes it, refuses it, or has no clipboard for this page at all. */
export type Clipboard = 'allowed' | 'refused' | 'absent'

const own = Object.getOwnPropertyDescriptor(navigator, 'clipboard')

/** Gives the page a clipboard of that kind until it is given back; what was copied is collected. Browsers differ in what they allow a test to copy. */
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
