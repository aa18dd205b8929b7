// With the answer taken as it comes: the least that such an element can be.
import { OrdinaryToggle, type ReadQuote } from './toggle.ts'

OrdinaryToggle.readQuote = (body) => body as ReturnType<ReadQuote>
customElements.define('ordinary-toggle', OrdinaryToggle)
