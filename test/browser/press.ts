import { sendKeys, sendMouse } from '@web/test-runner-commands'

/** Moves a switch as a shopper does, by its key: a click that a script makes is nobody's decision. */
export async function press(control: HTMLElement): Promise<void> {
  control.focus()
  await sendKeys({ press: 'Space' })
}

/** Clicks where that stands on the page. */
export async function click(target: Element): Promise<void> {
  const { x, y, width, height } = target.getBoundingClientRect()
  await sendMouse({ type: 'click', position: [Math.round(x + width / 2), Math.round(y + height / 2)] })
}
