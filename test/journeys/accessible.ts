import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Checks the page as it is now against the accessibility rules of axe. */
export async function isAccessible(page: Page) {
  await page.evaluate(axe)
  const found = await page.evaluate(() => window.axe.run())
  expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

declare global {
  interface Window {
    axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
  }
}
