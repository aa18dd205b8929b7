import { html } from 'lit'
import { renderTypeGlyph } from './type-glyph.ts'

/** A drawing, a name and what there is to say to it. */
export const renderTile = (type: string, name: unknown, text: unknown) =>
  html`<li part="benefit" class="card">
    ${renderTypeGlyph(type)}
    <div>
      ${name}
      <p class="muted">${text}</p>
    </div>
  </li>`
