import { html, nothing, type TemplateResult } from 'lit'
import type { Person } from './contract/console.ts'
import './audit/console-audit.ts'
import './claims/console-claims.ts'
import './configurator/console-configurator.ts'
import './figures/console-figures.ts'
import './health/console-health.ts'
import './reports/console-reports.ts'
import './search/console-search.ts'
import { api, isSignedOut } from './page/api.ts'
import { hasToken } from './page/console-sign-in.ts'
import { PageElement, renderError, renderLoading } from './page/page-element.ts'

/** The pages of the console: the name in the address, the words in the menu, what is shown. */
const pages: { name: string; title: string; render: (person: Person) => TemplateResult }[] = [
  { name: 'claims', title: 'Claims', render: (person) => html`<console-claims .mayAct=${person.role === 'act'}></console-claims>` },
  { name: 'reports', title: 'Reports', render: (person) => html`<console-reports .mayAct=${person.role === 'act'}></console-reports>` },
  { name: 'search', title: 'Search', render: () => html`<console-search></console-search>` },
  { name: 'figures', title: 'Figures', render: () => html`<console-figures></console-figures>` },
  { name: 'configurator', title: 'Configurator', render: () => html`<console-configurator></console-configurator>` },
  { name: 'health', title: 'Health', render: () => html`<console-health></console-health>` },
  { name: 'audit', title: 'Audit log', render: () => html`<console-audit></console-audit>` },
]

/** The console: who is signed in, the menu, and the page that the address names. */
export class ConsoleApp extends PageElement {
  static override properties = { person: { state: true }, failure: { state: true }, page: { state: true } }

  declare private person: Person | null | undefined
  declare private failure: unknown
  declare private page: string

  constructor() {
    super()
    this.page = pageOfAddress()
    window.addEventListener('resize', () => this.#markEnds())
    window.addEventListener('hashchange', () => {
      if (hasToken()) this.person = null
      else this.#open(pageOfAddress())
    })
    // Any part that learns that the session has ended says so.
    this.addEventListener('console-signed-out', () => (this.person = null))
    this.addEventListener('console-signed-in', (event) => (this.person = (event as CustomEvent<Person>).detail))
    if (hasToken()) this.person = null
    else void this.#whoAmI()
  }

  async #whoAmI() {
    try {
      this.person = await api.whoAmI({})
    } catch (error) {
      if (isSignedOut(error)) this.person = null
      else this.failure = error
    }
  }

  #open(page: string) {
    this.page = page
    // A new page begins at its heading, for eyes, keyboard and screen reader alike.
    void this.updateComplete.then(() => {
      window.scrollTo(0, 0)
      this.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    })
  }

  protected override updated() {
    // On narrow screens the menu scrolls. scrollIntoView() would also move the place from which Tab starts, past the link that skips the menu.
    const nav = this.querySelector<HTMLElement>('nav')
    const current = nav?.querySelector<HTMLElement>('[aria-current]')
    if (nav && current) nav.scrollLeft += current.getBoundingClientRect().left - nav.getBoundingClientRect().left - (nav.clientWidth - current.offsetWidth) / 2
    this.#markEnds()
  }

  /** Marks the sides at which the menu goes on, so that they fade. */
  #markEnds = () => {
    const nav = this.querySelector<HTMLElement>('nav')
    if (!nav) return
    nav.classList.toggle('goes-on-before', nav.scrollLeft > 1)
    nav.classList.toggle('goes-on', nav.scrollLeft + nav.clientWidth < nav.scrollWidth - 1)
  }

  async #signOut() {
    await api.signOut({}).catch(() => undefined)
    this.person = null
  }

  override render() {
    if (this.failure) return html`<main class="alone">${renderError(this.failure)}</main>`
    if (this.person === undefined) return html`<main class="alone">${renderLoading()}</main>`
    if (this.person === null) return html`<main class="alone"><console-sign-in></console-sign-in></main>`
    const { person } = this
    const current = pages.find(({ name }) => name === this.page) ?? pages[0]!
    document.title = `${current.title} · Storefront console`
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>Skip to the page</a>
      <header class="bar">
        <a class="brand" href="#/claims">Storefront <span>console</span></a>
        <nav aria-label="Pages" @scroll=${this.#markEnds}>
          ${pages.map(({ name, title }) => html`<a href="#/${name}" aria-current=${name === current.name ? 'page' : nothing}>${title}</a>`)}
        </nav>
        <div class="person">
          <span>${person.name}<small>${person.role === 'act' ? 'may act' : 'may look'}</small></span>
          ${person.via === 'token' ? html`<wa-button size="s" appearance="plain" @click=${this.#signOut}>Sign out</wa-button>` : nothing}
        </div>
      </header>
      <main id="main">
        <h1 tabindex="-1">${current.title}</h1>
        ${current.render(person)}
      </main>
    `
  }

  #skip(event: Event) {
    event.preventDefault()
    this.querySelector<HTMLElement>('main h1')?.focus()
  }
}

const pageOfAddress = () => /^#\/([\w-]+)/.exec(location.hash)?.[1] ?? ''

customElements.define('console-app', ConsoleApp)
