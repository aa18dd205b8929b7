import { html, nothing } from 'lit'
import { api } from './api.ts'
import { PageElement, renderError } from './page-element.ts'

const tokenMark = '#token='

/** Whether the address has a token, which is to sign somebody in: then this form has to appear, also if somebody else is signed in. */
export const hasToken = () => location.hash.startsWith(tokenMark)

/** The form that signs a person in with a token. A demo may put its public token into the address, behind `#token=`. */
export class ConsoleSignIn extends PageElement {
  static override properties = { busy: { state: true }, failure: { state: true } }

  declare private busy: boolean
  declare private failure: unknown

  constructor() {
    super()
    this.busy = false
  }

  override connectedCallback() {
    super.connectedCallback()
    window.addEventListener('hashchange', this.#takeToken)
    this.#takeToken()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    window.removeEventListener('hashchange', this.#takeToken)
  }

  #takeToken = () => {
    if (!hasToken()) return
    const token = decode(location.hash.slice(tokenMark.length))
    // The address is shown, kept in the history and copied, so the token leaves it at once.
    history.replaceState(null, '', '#/claims')
    if (token) void this.#signIn(token)
  }

  protected override firstUpdated() {
    const field = this.querySelector<HTMLElement & { updateComplete: Promise<unknown> }>('wa-input')
    // The component has nothing to focus before its own first render.
    void customElements.whenDefined('wa-input').then(async () => {
      await field?.updateComplete
      field?.focus()
    })
  }

  async #signIn(token: string) {
    this.busy = true
    this.failure = undefined
    try {
      const detail = await api.signIn({ token })
      this.dispatchEvent(new CustomEvent('console-signed-in', { detail, bubbles: true }))
    } catch (error) {
      this.failure = error
    }
    this.busy = false
  }

  #submit(event: SubmitEvent) {
    event.preventDefault()
    const token = new FormData(event.target as HTMLFormElement).get('token')
    void this.#signIn(String(token).trim())
  }

  override render() {
    return html`
      <form class="sign-in card" @submit=${this.#submit}>
        <h1>Storefront console</h1>
        <p>Sign in with your token. The person who runs the proxy gives it to you.</p>
        ${this.failure ? renderError(this.failure) : nothing}
        <wa-input label="Token" name="token" type="password" password-toggle required autocomplete="current-password"></wa-input>
        <wa-button type="submit" variant="brand" ?loading=${this.busy}>Sign in</wa-button>
      </form>
    `
  }
}

/** Decodes a part of an address; undefined if it is damaged. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

customElements.define('console-sign-in', ConsoleSignIn)
