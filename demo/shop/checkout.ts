import { isProtection, quoteProperty, ships, sumOf, type CartLine } from './cart.ts'
import { currency } from './catalogue.ts'
import type { CallProxy } from './merchant.ts'

interface Verification {
  valid: boolean
  price?: { cents: number; currency: string }
}

/**
 * Returns the lines that are charged: at most one line of protection, only if something ships, and only at the agreed price.
 * If the proxy does not respond, the lines are unchanged: the sale continues, and the quote is checked when the order is reported.
 */
export async function settleProtection(lines: CartLine[], callProxy: CallProxy): Promise<{ lines: CartLine[]; dropped: boolean }> {
  const goods = lines.filter((line) => !isProtection(line))
  const offered = lines.find(isProtection)
  if (!offered) return { lines: goods, dropped: false }
  const amount = sumOf(goods.filter(ships))
  if (amount === 0) return { lines: goods, dropped: true }
  const protection = { ...offered, quantity: 1 }
  const verification = await callProxy<Verification>('POST', 'quotes/verification', {
    token: protection.properties[quoteProperty],
    amount: { cents: amount, currency },
  }).catch(() => undefined)
  const refused = verification && !(verification.valid && verification.price?.cents === protection.variant.price)
  return refused ? { lines: goods, dropped: true } : { lines: [...goods, protection], dropped: false }
}
