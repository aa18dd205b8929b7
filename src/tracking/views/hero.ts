import { html, nothing } from 'lit'
import { renderIcon, sparks, type Icon } from './icons.ts'
import { renderPicture } from './picture.ts'

/** What a hero says: the answer, the status where the answer is another, and the name of what it is about. */
interface Hero {
  icon: Icon
  headline: string
  /** The date of a headline that names its day in a word, such as “Tuesday”. */
  day?: string | undefined
  status?: string | undefined
  name?: string | undefined
  /** The address of a picture of what it is about; the drawing is a badge on it then. */
  image?: string | null | undefined
}

/** The answer at a glance: a drawing, and the day that a person wants to know. */
export const renderHero = ({ icon, headline, day, status, name, image }: Hero) =>
  html`${image ? html`<span part="thumb">${renderPicture(image)}${renderIcon(icon)}</span>` : renderIcon(icon, icon === 'tick' ? sparks : nothing)}
    <div part="answer">
      <div>${name && html`<span part="name" class="muted">${name}</span>`} ${status && html`<span part="status">${status}</span>`}</div>
      <h3 part=${status ? 'headline' : 'headline status'}>${headline}</h3>
      ${day && html`<span part="exact">${day}</span>`}
    </div>`
