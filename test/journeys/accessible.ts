import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import { ofPage, sees, type Tab } from './tab.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Whether an animation that ends, such as a fade, runs in the page or in a widget. A fading text has less contrast than it will have. */
const isStill = () => {
  const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
  return roots
    .flatMap((root) => root.getAnimations())
    .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity)
}

/** Checks the page as it is now, once nothing fades or moves, against the accessibility rules of axe. */
export async function isAccessible(place: Tab | Page): Promise<void> {
  const tab = 'ask' in place ? place : ofPage(place)
  await sees(tab, 'that nothing fades or moves', isStill)
  // To read the rules takes as long as to check a page, and a page that was checked before has them.
  if (!(await tab.ask(() => 'axe' in window))) await tab.run(axe)
  const found = await tab.ask(async () => {
    const { violations } = await window.axe.run()
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`.replaceAll(/\s+/g, ' ')).join(', ')}`,
    )
  })
  expect(found, found.join('; ')).toEqual([])
}

declare global {
  interface Window {
    axe: { run(context?: Element[]): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }> }
  }
}
