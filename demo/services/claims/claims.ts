import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { claimsService } from '../../../proxy/upstream/claims.ts'
import { claimsAnswers } from '../../../proxy/upstream/claims.schema.ts'
import type { Message } from '../deliveries.ts'
import { Failure } from '../failure.ts'
import { isProtected, orderOf } from '../protection/orders.ts'
import { shipmentsOf } from '../protection/register.ts'
import { inWords } from '../protection/words.ts'
import type { World } from '../world.ts'
import { toBody, toClaimBody, type ClaimBody, type Resolution, type Sent } from './body.ts'
import { beyondBounds } from './bounds.ts'
import { readDecision, type CheckedDecision, type ForcedDecision } from './decision.ts'
import type { Claim } from './state.ts'

/** The form in which a merchant gives the reasons for a refusal. */
const refusalSchema = z.object({ error: z.array(z.string()) })

const verbs = { refund: 'refundClaim', reorder: 'reorderClaim', store_credit: 'creditClaim' } as const satisfies Record<Resolution, keyof typeof claimsService>

/** Calls the merchant’s address about a claim, and retries as long as a retry may help (A98). */
export function raiseClaim(world: World, request: unknown): Claim {
  const decision = readDecision(request)
  const { shop_order_id, resolution, claims_url, claim_id: id = String(randomInt(1e9, 1e10)) } = decision
  const { state, account } = world
  if (!decision.force) orderOf(world, shop_order_id)
  const base = claims_url ?? state.claimsUrl ?? account.claimsUrl
  if (!base) throw new Failure(400, 'Claims url is required: no address at which the merchant resolves claims is registered')
  const body = decision.force ? forcedBody(world, id, decision) : checkedBody(world, id, decision)
  const url = addressOf(base, verbs[resolution], shop_order_id)
  if (claims_url) state.claimsUrl = claims_url
  const claim: Claim = { id, shop_order_id, resolution, url, body, delivery: null, reply: null, faults: [] }
  state.claims.push(claim)
  call(world, claim)
  return claim
}

/** Makes the body that the service would send about a protected order, within the bounds of A100. A repeat sends the same body again (A99). */
function checkedBody(world: World, id: string, { shop_order_id, resolution, line_items: lines }: CheckedDecision): ClaimBody {
  const { state, options } = world
  const order = orderOf(world, shop_order_id)
  const earlier = state.claims.find((claim) => claim.id === id && (claim.shop_order_id !== shop_order_id || claim.resolution === resolution))
  if (earlier && earlier.shop_order_id !== shop_order_id) throw unfit(`claim_id is that of a claim about order ${earlier.shop_order_id}`)
  if (earlier && !isRepeat(earlier, lines)) throw unfit('claim_id is that of a claim with other lines')
  if (earlier) return earlier.body
  if (!isProtected(order)) throw unfit('shop_order_id is that of an order that is not protected')
  const sent: Sent = { order, shipments: shipmentsOf(state, shop_order_id) }
  const faults = beyondBounds(sent, { resolution, lines: lines ?? [], creditBonus: options.creditBonus ?? 10 })
  if (faults.length > 0) throw unfit(...faults)
  const body = toClaimBody(sent, resolution, id, lines)
  if (body.line_items.length === 0) throw unfit('line_items has nothing to claim: nothing was sent, or all is refunded')
  return body
}

const unfit = (...faults: string[]) => new Failure(400, ...inWords([...faults, 'force has to be true to send such a claim anyway']))

function isRepeat({ body }: Claim, lines: CheckedDecision['line_items'] = []) {
  if (lines.length > 0 && lines.length !== body.line_items.length) return false
  return lines.every((line, index) => Object.entries(line).every(([name, value]) => isDeepStrictEqual(body.line_items[index]?.[name], value)))
}

/** Makes a body that the caller forces to see how the merchant reacts, even if the service would never send it. */
function forcedBody(world: World, id: string, { shop_order_id, resolution, line_items }: ForcedDecision): ClaimBody {
  const order = world.state.orders.get(shop_order_id)
  if (line_items) return toBody(shop_order_id, id, line_items, resolution === 'reorder' ? order?.fields.shipping_address : undefined)
  return toClaimBody({ order: orderOf(world, shop_order_id), shipments: shipmentsOf(world.state, shop_order_id) }, resolution, id)
}

/** Continues the claims that were not settled when the last run ended. */
export function resumeClaims(world: World) {
  const open = world.state.claims.filter(({ delivery }) => delivery === null || ['pending', 'withdrawn'].includes(delivery.outcome))
  for (const claim of open) call(world, claim)
}

function call({ account, deliveries, changed, options: { claimsOnce = false } }: World, claim: Claim) {
  const verb = verbs[claim.resolution]
  const message: Message = {
    about: `claim.${claim.resolution}`,
    url: claim.url,
    headers: { 'X-API-Key': account.protectionKey, Accept: 'application/json' }, // A91
    body: () => claim.body,
    isDone: (status) => status >= 200 && status < 300,
    isFinal: (status) => status >= 400 && (claimsOnce || status < 500), // A98, A108
    answered(status, answer) {
      changed()
      if (status >= 400) claim.faults = refusalSchema.safeParse(answer).data?.error ?? []
      if (status >= 300) return
      const reply = claimsAnswers[verb].safeParse(answer)
      if (reply.success) claim.reply = Object(reply.data) as Claim['reply']
      else claim.faults = inWords(reply.error.issues.map(({ path, message }) => `${path.join('.') || 'reply'} ${message}`))
    },
  }
  // The attempts of an earlier run count.
  claim.delivery = deliveries.send(message, claim.delivery?.outcome === 'pending' ? claim.delivery : undefined)
}

/** Returns the address of the operation under the registered address, which may have a path and end in a slash (A102). */
function addressOf(base: string, verb: keyof typeof claimsService, shopOrderId: string) {
  // URL parsers resolve "." and "..", in every notation.
  if (/^\.{1,2}$/.test(shopOrderId)) throw new Failure(400, `Shop order id "${shopOrderId}" cannot be part of a path`)
  const url = new URL(base)
  url.pathname = url.pathname.replace(/\/+$/, '') + claimsService[verb].path.replace(':shopOrderId', () => encodeURIComponent(shopOrderId))
  return url.href
}

/** Returns a claim with its outcome. */
export function toClaimView({ delivery, ...claim }: Claim) {
  const { outcome = 'pending', attempts = [], createdAt: raised_at = null } = delivery ?? {}
  const resolved = claim.reply === null ? 'unreadable' : 'resolved'
  return { ...claim, outcome: outcome === 'delivered' ? resolved : outcome, attempts, raised_at }
}
