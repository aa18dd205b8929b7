/** A fault of a widget's look on the screen, as one line. */
export type LookFault = string

/**
 * Checks the look of a widget as it is on the screen now. Runs in the page, so it may not use anything from outside:
 * - nothing is wider than the widget or the page;
 * - with `touch`, all that can be pressed is at least 44 px high and wide (a label counts as part of its control; links inside a sentence are exempt);
 * - the edge or the ground of each control has a contrast of at least 3 to what is behind it (WCAG 2.2, 1.4.11);
 * - each drawing has a contrast of at least 3 to its own ground, or to what is behind it;
 * - no box ends with more than 24 px of empty room, unless it is a card with its text in the middle.
 */
export function checkLook({ selector, touch }: { selector: string; touch: boolean }): LookFault[] {
  const faults: LookFault[] = []
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
  type Colour = [red: number, green: number, blue: number, alpha: number]

  const toColour = (text: string): Colour => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = text
    canvas.fillRect(0, 0, 1, 1)
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data
    return [red!, green!, blue!, alpha! / 255]
  }
  const over = (top: Colour, ground: Colour): Colour => {
    const alpha = top[3]
    return [0, 1, 2].map((channel) => top[channel]! * alpha + ground[channel]! * (1 - alpha)).concat(1) as Colour
  }
  const luminance = (colour: Colour) => {
    const [red, green, blue] = colour.slice(0, 3).map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  }
  const contrast = (one: Colour, other: Colour) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
    return (light! + 0.05) / (dark! + 0.05)
  }
  const parentOf = (element: Element): Element | null =>
    element.assignedSlot ?? element.parentElement ?? (element.getRootNode() instanceof ShadowRoot ? (element.getRootNode() as ShadowRoot).host : null)
  const groundOf = (element: Element | null): Colour => {
    if (!element)
      return toColour(
        matchMedia('(prefers-color-scheme: dark)').matches && getComputedStyle(document.documentElement).colorScheme.includes('dark') ? '#121212' : '#fff',
      )
    const own = toColour(getComputedStyle(element).backgroundColor)
    return own[3] === 1 ? own : over(own, groundOf(parentOf(element)))
  }
  const nameOf = (element: Element) => {
    const part = element.getAttribute('part') ?? element.getAttribute('class') ?? element.id
    return `<${element.localName}${part ? ` ${part}` : ''}> "${(element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)}"`
  }
  // A slot has no box of its own.
  const isVisible = (element: Element) =>
    element.localName === 'slot'
      ? getComputedStyle(element).visibility === 'visible'
      : element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length > 0
  /** All elements of the widget, also those inside shadow roots. */
  const within = (root: Element | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? within(one.shadowRoot) : [])])

  if (document.documentElement.scrollWidth > innerWidth) faults.push(`the page is ${document.documentElement.scrollWidth} px wide`)

  for (const host of document.querySelectorAll(selector)) {
    if (!host.shadowRoot || !isVisible(host)) continue
    const elements = within(host.shadowRoot).filter(isVisible)
    const box = host.getBoundingClientRect()
    const clipped = (element: Element): boolean => {
      for (let up = parentOf(element); up && up !== host; up = parentOf(up)) if (/auto|scroll|hidden|clip/.test(getComputedStyle(up).overflowX)) return true
      return false
    }
    const isOnGradient = (element: Element | null): boolean =>
      !!element && element !== host && (getComputedStyle(element).backgroundImage !== 'none' || isOnGradient(parentOf(element)))
    const isTopLayer = (element: Element) => !!element.closest('dialog, [popover]')

    for (const element of elements) {
      const rect = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      if (rect.width < 2 || rect.height < 2) continue
      if (!isTopLayer(element) && !clipped(element) && style.position !== 'fixed' && (rect.right > box.right + 1.5 || rect.left < box.left - 1.5))
        faults.push(`${nameOf(element)} is ${Math.round(Math.max(rect.right - box.right, box.left - rect.left))} px outside of the widget`)

      // A gradient has no single colour to compare with.
      if (element.localName === 'svg' && style.stroke !== 'none' && !isOnGradient(element)) {
        const behind = groundOf(element)
        const shown = contrast(over(toColour(style.stroke), behind), behind)
        if (shown < 2.95 && style.opacity === '1') faults.push(`${nameOf(element)} in ${nameOf(parentOf(element)!)} is drawn with ${shown.toFixed(2)} : 1`)
      }

      const isControl = element.matches('a[href], button, input:not([type=hidden]), select, textarea, summary')
      if (!isControl) continue
      if (touch) {
        const label = (element as HTMLInputElement).labels?.[0] ?? element.closest('label')
        const rects = [rect, ...(label && isVisible(label) ? [label.getBoundingClientRect()] : [])]
        const after = [getComputedStyle(element, '::after'), getComputedStyle(element, '::before')].filter(
          ({ content, position }) => content !== 'none' && position === 'absolute',
        )
        const width = Math.max(...rects.map((one) => one.width), ...after.map((one) => parseFloat(one.width) || 0))
        const height = Math.max(...rects.map((one) => one.height), ...after.map((one) => parseFloat(one.height) || 0))
        const inSentence =
          element.localName === 'a' &&
          style.display === 'inline' &&
          [...element.parentElement!.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim())
        if (!inSentence && (height < 43.5 || width < 43.5)) faults.push(`${nameOf(element)} is a target of ${Math.round(width)} × ${Math.round(height)} px`)
      }
      const isDisabled = element.matches(':disabled')
      const ground = groundOf(parentOf(element))
      const own = toColour(style.backgroundColor)
      const edge = parseFloat(style.borderBlockEndWidth) > 0 && style.borderBlockEndStyle !== 'none' ? toColour(style.borderBlockEndColor) : undefined
      const hasGround = own[3] > 0.02
      if (
        !isDisabled &&
        element.matches('button, input[type=text], input[type=email], input[type=search], input[type=number], input:not([type]), select, textarea') &&
        (hasGround || (edge && edge[3] > 0))
      ) {
        const best = Math.max(hasGround ? contrast(over(own, ground), ground) : 1, edge ? contrast(over(edge, ground), ground) : 1)
        if (best < 2.95) faults.push(`${nameOf(element)} stands out from its ground by ${best.toFixed(2)} : 1`)
      }
    }

    // The lowest point that text, an image, a control or a painted box reaches inside each box.
    const inkOf = (element: Element): number => {
      let lowest = -Infinity
      const style = getComputedStyle(element)
      const rect = element.getBoundingClientRect()
      const isPainted =
        element.matches('img, svg, input, progress, meter, button, select, textarea, hr') ||
        toColour(style.backgroundColor)[3] > 0.02 ||
        style.backgroundImage !== 'none' ||
        (parseFloat(style.borderBlockEndWidth) > 0 && style.borderBlockEndStyle !== 'none')
      if ((isPainted || isFilled(element)) && rect.height > 0) lowest = rect.bottom
      for (const node of (element.localName === 'slot'
        ? (element as HTMLSlotElement).assignedNodes({ flatten: true })
        : element.childNodes) as Iterable<Node>) {
        if (node.nodeType === 3 && node.textContent!.trim()) {
          const range = document.createRange()
          range.selectNodeContents(node)
          lowest = Math.max(lowest, range.getBoundingClientRect().bottom)
        } else if (node instanceof Element && isVisible(node)) lowest = Math.max(lowest, inkOf(node))
      }
      return lowest
    }
    // Lines or blocks in place of what comes are painted down to the end of their box.
    const isFilled = (element: Element) => {
      const { content, backgroundImage } = getComputedStyle(element, '::after')
      const own = getComputedStyle(element).backgroundImage
      return own.startsWith('repeating-') || (content !== 'none' && backgroundImage !== 'none')
    }
    const isCard = (style: CSSStyleDeclaration) => toColour(style.backgroundColor)[3] > 0.02 || parseFloat(style.borderBlockEndWidth) > 0
    // The highest point of the text in a box.
    const inkTop = (element: Element): number => {
      const tops = [...(element.localName === 'slot' ? (element as HTMLSlotElement).assignedNodes({ flatten: true }) : element.childNodes)].map((node) => {
        if (node instanceof Element) return isVisible(node) ? inkTop(node) : Infinity
        if (node.nodeType !== 3 || !node.textContent!.trim()) return Infinity
        const range = document.createRange()
        range.selectNodeContents(node)
        return range.getBoundingClientRect().top
      })
      return Math.min(Infinity, ...tops)
    }
    for (const element of [host, ...elements]) {
      if (element.localName === 'slot' || !/^(block|flow-root|grid|flex|list-item)$/.test(getComputedStyle(element).display)) continue
      // A cell is as high as its row, and a row as its highest cell.
      const parent = parentOf(element)
      const row = parent && getComputedStyle(parent)
      if (element !== host && row && (row.display === 'grid' || (row.display === 'flex' && row.flexDirection.startsWith('row'))) && parent.children.length > 1)
        continue
      const style = getComputedStyle(element)
      const rect = element.getBoundingClientRect()
      let ink = -Infinity
      for (const child of element === host ? host.shadowRoot.children : element.children) if (isVisible(child)) ink = Math.max(ink, inkOf(child))
      for (const node of element.childNodes)
        if (node.nodeType === 3 && node.textContent!.trim()) {
          const range = document.createRange()
          range.selectNodeContents(node)
          ink = Math.max(ink, range.getBoundingClientRect().bottom)
        }
      if (ink === -Infinity || isFilled(element)) continue
      const empty = rect.bottom - parseFloat(style.paddingBlockEnd) - parseFloat(style.borderBlockEndWidth) - ink
      const above = inkTop(element) - rect.top - parseFloat(style.paddingBlockStart) - parseFloat(style.borderBlockStartWidth)
      const isCentred = isCard(style) && Math.abs(above - empty) < 16
      if (empty > 24 && !isCentred) faults.push(`${element === host ? host.localName : nameOf(element)} ends with ${Math.round(empty)} px of empty room`)
    }
  }
  return [...new Set(faults)]
}
