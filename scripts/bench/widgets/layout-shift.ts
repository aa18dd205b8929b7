import { chromium } from 'playwright'
import { openOffer, shiftOf, transitions } from '../../../test/journeys/transitions.ts'
import { startStack } from '../../../test/stack.ts'
import { ensureChromium, launchOptions } from '../../browsers/chromium.ts'

/** Measures how much the page moves in every transition of an offer. */
export async function measureLayoutShift() {
  const stack = await startStack({ shop: true })
  const browser = await chromium.launch(launchOptions(await ensureChromium()))
  console.log('Layout shift, at most 0.000, while')
  try {
    for (const { name, happen } of transitions) {
      const context = await browser.newContext()
      const page = await context.newPage()
      const offer = await openOffer(page, stack)
      await happen(offer)
      await offer.fault()
      const shift = (await shiftOf(page)).toFixed(3)
      console.log(`  ${name.padEnd(80)}${shift} ${Number(shift) ? 'MISSED' : 'met'}`)
      await context.close()
    }
  } finally {
    await browser.close()
    await stack.stop()
  }
}
