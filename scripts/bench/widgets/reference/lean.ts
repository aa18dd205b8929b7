// The variant that does not check the response: the least that such an element can be.
import { OrdinaryToggle, type ReadQuote } from './toggle.ts'

OrdinaryToggle.readQuote = (body) => body as ReturnType<ReadQuote>
customElements.define('ordinary-toggle', OrdinaryToggle)
