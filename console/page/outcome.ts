import { html, nothing } from 'lit'
import type WaDialog from '@awesome.me/webawesome/dist/components/dialog/dialog.js'
import type { PageElement } from './page-element.ts'

/** The outcome of an action of the person, as a sentence. */
export interface Outcome {
  variant: 'success' | 'brand' | 'danger'
  words: unknown
}

/** The place of an outcome. It takes the focus, and it is there from the start, so that screen readers read what appears in it. */
export const renderOutcome = (outcome: Outcome | undefined) =>
  html`<div role="status" class="done" tabindex="-1">
    ${outcome ? html`<wa-callout variant=${outcome.variant} size="s">${outcome.words}</wa-callout>` : nothing}
  </div>`

/** Moves focus to the outcome and scrolls to it: what had the focus may be gone, and on a phone the outcome is far above it. */
export async function focusOutcome(host: PageElement) {
  await host.updateComplete
  const place = host.querySelector<HTMLElement>('.done')
  place?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: 'center' })
}

/** Closes the open dialog of an element; resolves once it is gone and has given the focus back. */
export const closeDialog = (host: PageElement) =>
  new Promise<void>((resolve) => {
    const dialog = host.querySelector<WaDialog>('wa-dialog')
    if (!dialog?.open) return resolve()
    // The dialog gives the focus back in a timer that begins before this one.
    dialog.addEventListener('wa-after-hide', () => setTimeout(resolve), { once: true })
    dialog.open = false
  })
