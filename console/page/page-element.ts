import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { linesOfError } from './api.ts'

/** A part of the console. It renders into the page itself, so that the style sheets of the page apply to it. */
export abstract class PageElement extends LitElement {
  protected override createRenderRoot() {
    return this
  }
}

/** An error, with one line for each fault. */
export function renderError(error: unknown): TemplateResult {
  const [first, ...rest] = linesOfError(error)
  return html`<wa-callout variant="danger" role="alert">
    <strong>${first}</strong>
    ${
      rest.length > 0
        ? html`<ul>
            ${rest.map((line) => html`<li>${line}</li>`)}
          </ul>`
        : nothing
    }
  </wa-callout>`
}

/** Shown in place of a list while it loads. */
export const renderLoading = () => html`<p class="loading"><wa-spinner></wa-spinner> Loading</p>`

/** Shown in place of an empty list. */
export const renderEmpty = (title: string, text: string) =>
  html`<div class="empty">
    <p><strong>${title}</strong></p>
    <p>${text}</p>
  </div>`

/** The head of a table. */
export const renderHead = (...columns: string[]) =>
  html`<thead>
    <tr>
      ${columns.map((column) => html`<th scope="col">${column}</th>`)}
    </tr>
  </thead>`
