import { isProtection, quoteProperty, ships, sumOf, type CartLine } from './cart.ts'
import { currency } from './catalogue.ts'
import type { AskProxy } from './merchant.ts'

interface Verification {
  valid: boolean
  price?: { cents: number; currency: string }
}

/**
 * The lines that are charged: at most one of protection, only where something ships, only at the price that was agreed to.
 * A proxy that does not answer changes nothing: the sale goes on, and the quote is judged when the order is reported.
 */
export async function settleProtection(lines: CartLine[], ask: AskProxy): Promise<{ lines: CartLine[]; dropped: boolean }> {
  const goods = lines.filter((line) => !isProtection(line))
  const offered = lines.find(isProtection)
  if (!offered) return { lines: goods, dropped: false }
  const amount = sumOf(goods.filter(ships))
  if (amount === 0) return { lines: goods, dropped: true }
  const protection = { ...offered, quantity: 1 }
  const verification = await ask<Verification>('POST', 'quotes/verification', {
    token: protection.properties[quoteProperty],
    amount: { cents: amount, currency },
  }).catch(() => undefined)
  const refused = verification && !(verification.valid && verification.price?.cents === protection.variant.price)
  return refused ? { lines: goods, dropped: true } : { lines: [...goods, protection], dropped: false }
}
