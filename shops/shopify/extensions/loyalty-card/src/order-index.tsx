import { render } from 'preact'
import { Card } from './card.tsx'

export default function extension() {
  render(<Card shopify={shopify} />, document.body)
}
