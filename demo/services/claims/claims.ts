import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { claimsService } from '../../../proxy/upstream/claims.ts'
import { claimsAnswers } from '../../../proxy/upstream/claims.schema.ts'
import { moneySchema } from '../../../src/contract/money.schema.ts'
import { Failure } from '../failure.ts'
import { orderOf } from '../protection/orders.ts'
import { inWords } from '../protection/words.ts'
import type { World } from '../world.ts'
import { resolutions, toClaimBody, type Resolution } from './body.ts'
import type { Claim } from './state.ts'

const verbs = { refund: 'refundClaim', reorder: 'reorderClaim', store_credit: 'creditClaim' } as const satisfies Record<Resolution, keyof typeof claimsService>

/** A claim as somebody decides it, from outside. */
const decisionSchema = z.strictObject({
  shop_order_id: z.string('is required'),
  resolution: z.enum(resolutions, `is none of ${resolutions.join(', ')}`),
  /** What is claimed; absent: all that shipped. */
  line_items: z
    .array(
      z.strictObject({
        shop_line_item_id: z.string('is required'),
        quantity_to_issue: z.int('is no whole number').min(1, 'is less than 1').optional(),
        to_issue_amount: moneySchema.optional(),
      }),
      'is no list',
    )
    .optional(),
  /** Registers the address at which the merchant resolves claims, this one and those to come. */
  claims_url: z.url({ protocol: /^https?$/, error: 'is no http address' }).optional(),
  /** The claim's own id; given again, it is a repeat (A99). */
  claim_id: z.string('is no text').min(1, 'is empty').optional(),
})

/** Calls the merchant's address about a claim, again as long as that may help (A98). */
export function raiseClaim(world: World, decision: unknown): Claim {
  const parsed = decisionSchema.safeParse(decision)
  if (!parsed.success) throw new Failure(400, ...inWords(parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'claim'} ${message}`)))
  const { shop_order_id, resolution, line_items, claims_url, claim_id: id = String(randomInt(1e9, 1e10)) } = parsed.data
  const { state, account } = world
  const order = orderOf(world, shop_order_id)
  const base = claims_url ?? state.claimsUrl ?? account.claimsUrl
  if (!base) throw new Failure(400, 'Claims url is required: no address at which the merchant resolves claims is registered')
  const body = toClaimBody(order, resolution, id, line_items)
  const url = addressOf(base, verbs[resolution], shop_order_id)
  if (claims_url) state.claimsUrl = claims_url
  const claim: Claim = { id, shop_order_id, resolution, url, body, delivery: null, reply: null, faults: [] }
  state.claims.push(claim)
  call(world, claim)
  return claim
}

/** Goes on with the claims that were not settled when the last run ended. */
export function resumeClaims(world: World) {
  const open = world.state.claims.filter(({ delivery }) => delivery === null || ['pending', 'withdrawn'].includes(delivery.outcome))
  for (const claim of open) call(world, claim)
}

function call({ account, deliveries, changed }: World, claim: Claim) {
  const verb = verbs[claim.resolution]
  claim.delivery = deliveries.send({
    about: `claim.${claim.resolution}`,
    url: claim.url,
    headers: { 'X-API-Key': account.protectionKey, Accept: 'application/json' }, // A91
    body: () => claim.body,
    isDone: (status) => status >= 200 && status < 300,
    isFinal: (status) => status >= 400 && status < 500, // A98
    answered(status, answer) {
      changed()
      if (status >= 300) return
      const reply = claimsAnswers[verb].safeParse(answer)
      if (reply.success) claim.reply = Object(reply.data) as Claim['reply']
      else claim.faults = inWords(reply.error.issues.map(({ path, message }) => `${path.join('.') || 'reply'} ${message}`))
    },
  })
}

/** The operation under the registered address, which may have a path and end in a slash (A102). */
function addressOf(base: string, verb: keyof typeof claimsService, shopOrderId: string) {
  // URL parsers collapse both, however they are written.
  if (/^\.{1,2}$/.test(shopOrderId)) throw new Failure(400, `Shop order id "${shopOrderId}" cannot stand in a path`)
  const url = new URL(base)
  url.pathname = url.pathname.replace(/\/+$/, '') + claimsService[verb].path.replace(':shopOrderId', () => encodeURIComponent(shopOrderId))
  return url.href
}

/** A claim with what became of it. */
export function toClaimView({ delivery, ...claim }: Claim) {
  const { outcome = 'pending', attempts = [], createdAt: raised_at = null } = delivery ?? {}
  const resolved = claim.reply === null ? 'unreadable' : 'resolved'
  return { ...claim, outcome: outcome === 'delivered' ? resolved : outcome, attempts, raised_at }
}
