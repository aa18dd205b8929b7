import { createRoot } from 'react-dom/client'
import { StorefrontProtection } from 'storefront-widgets'
import 'storefront-widgets/protection/define'
import type {} from 'storefront-widgets/jsx'

StorefrontProtection.proxy = new URL(location.href).searchParams.get('proxy')!

function Cart() {
  return (
    <storefront-protection cart="events" amount={12345} currency="USD" onstorefront-quoted={({ quote }) => (document.title = `Quoted ${quote.price.cents}`)}>
      <p>Protection is not available.</p>
    </storefront-protection>
  )
}

createRoot(document.getElementById('app')!).render(<Cart />)
