import { sendKeys, sendMouse } from '@web/test-runner-commands'

/** Moves a switch by its key, as a shopper does, because a click by a script does not count as a decision. */
export async function press(control: HTMLElement): Promise<void> {
  control.focus()
  await sendKeys({ press: 'Space' })
}

/** Clicks the middle of an element with the mouse. */
export async function click(target: Element): Promise<void> {
  const { x, y, width, height } = target.getBoundingClientRect()
  await sendMouse({ type: 'click', position: [Math.round(x + width / 2), Math.round(y + height / 2)] })
}
