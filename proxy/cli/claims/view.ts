import type { Money } from '../../../src/contract/money.ts'
import { readRequest } from '../../claims/claim-request.ts'
import type { StoredClaim } from '../../claims/claim-store.ts'

/** A claim as commands show it, without anybody's address. */
export function toView({ key, order, state, amount, createdAt, settledAt, decidedBy, reply, job, request }: StoredClaim) {
  const { claim, taken } = readRequest(request)
  const error = reply && reply.status >= 400 ? (JSON.parse(reply.body) as { error?: string[] }).error : undefined
  return {
    key,
    state,
    resolution: claim.resolution,
    order,
    amount: amount === null ? null : (JSON.parse(amount) as Money),
    raised_at: new Date(createdAt).toISOString(),
    settled_at: settledAt === null ? null : new Date(settledAt).toISOString(),
    decided_by: decidedBy,
    reason: error?.join('; ') ?? null,
    work: job,
    lines: claim.lines.map(({ id, quantity, amount: asked, presented }) => ({
      shop_line_item_id: id,
      quantity: taken?.lines.find((line) => line.id === id)?.quantity ?? quantity,
      amount: asked,
      ...(presented && { amount_presentment: presented }),
    })),
    reply: reply && reply.status < 400 ? (JSON.parse(reply.body) as Record<string, unknown>) : null,
  }
}
