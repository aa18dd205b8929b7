import type { LitElement } from 'lit'
import { retryImport } from './lazy.ts'

/** Loads the events for analytics if the element has the attribute `analytics`. Where they cannot be loaded, the page gets none of them. */
export function loadAnalytics(element: LitElement) {
  if (element.hasAttribute('analytics'))
    retryImport(() => import('./analytics.ts')).then(
      ({ followAnalytics }) => followAnalytics(element),
      () => undefined,
    )
}
