import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Observe } from '../upstream/transport.ts'
import { orderSchema } from '../upstream/protection.schema.ts'
import { readAnswer } from './shop-answers.ts'
import { createCalls } from './calls.ts'
import type { Shop } from './shop.ts'
import { signWebhook } from './standard-webhook.ts'

const id = z.union([z.string().min(1), z.int()], 'is no id').transform(String)

/** The responses of the merchant's own system; other fields are ignored. */
const answers = {
  refund: z.looseObject({ id: id.optional() }),
  reorder: z.looseObject({ id, number: id, order: orderSchema.optional() }),
  storeCredit: z.looseObject({ id }),
}

/**
 * Creates the merchant's own system behind an address. Each request is signed, and carries a `key` that is the same at every attempt. A 2xx means done;
 * 422, or 400 with words, means never, for the reasons in `error: []` or `message`. After any other status the request is repeated.
 */
export function createUrlShop({ url, secret }: { url: string; secret: string }, observe?: Observe): Shop {
  const calls = createCalls(observe)

  function post(what: string, body: { key: string } & Record<string, unknown>): Promise<string> {
    const text = JSON.stringify(body)
    // A key contains the service's claim ids, which may hold characters that a header cannot.
    const signed = signWebhook(secret, { id: `msg_${createHash('sha256').update(body.key).digest('hex').slice(0, 32)}`, body: text })
    return calls.ask({
      method: 'POST',
      url: `${url}/${what}`,
      headers: { ...signed, 'Content-Type': 'application/json', Accept: 'application/json' },
      body: text,
    })
  }

  return {
    async refund({ key, order, note, lines }) {
      const answer = readAnswer(answers.refund, (await post('refund', { key, order_id: order, lines, note })) || '{}')
      return { id: answer.id ?? key }
    },
    async reorder({ key, order, note, lines, address }) {
      const { order: report, ...answer } = readAnswer(answers.reorder, await post('reorder', { key, order_id: order, lines, shipping_address: address, note }))
      return { id: answer.id, number: answer.number, ...(report && { report }) }
    },
    credit: async ({ key, order, note, amount }) => readAnswer(answers.storeCredit, await post('store_credit', { key, order_id: order, amount, note })),
    close: () => calls.close(),
  }
}
