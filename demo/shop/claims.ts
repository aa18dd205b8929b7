import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** What the service can request from the shop about a claim. */
export const resolutions = { refund: 'Refund', reorder: 'Send again', store_credit: 'Store credit' } as const
/** One of these resolutions. */
export type Resolution = keyof typeof resolutions

/** A claim as the service sees it. */
export interface Claim {
  id: string
  shop_order_id: string
  resolution: Resolution
  outcome: 'pending' | 'resolved' | 'unreadable' | 'refused' | 'failed' | 'withdrawn'
  body: { line_items: { shop_line_item_id?: string; quantity_to_issue?: number; to_issue_amount?: { cents: number } }[] }
  /** The reasons of a refusal, as the service received them. */
  faults: string[]
  attempts: { at: string; status: number | null; error: string | null }[]
  raised_at: string | null
}

/** The services where claims are raised, and the proxy command that decides them. */
export interface ClaimsSettings {
  services: URL
  /** The command that runs `storefront-proxy`: a program and its first arguments. */
  command: readonly string[]
  env: Record<string, string>
}

/** The claims about the shop’s orders. A button raises them in place of the service’s staff; the proxy’s command decides them. */
export class ShopClaims {
  /** The decisions made here, by claim id, with the reasons of refusals. The service learns a decision at its next call. */
  readonly decided = new Map<string, { refusal?: string | undefined }>()

  constructor(readonly settings: ClaimsSettings) {}

  /** Returns a proxy command as a person types it in the folder of the project. */
  typed = (words: string) => `DATA_DIR=${this.settings.env.DATA_DIR} node proxy/dist/cli.js ${words}`

  /** Raises a claim about the shipped goods of an order, or about one line; resolves to the reason if that fails. */
  async raise(order: string, resolution: Resolution, { line, claim }: { line?: string | undefined; claim?: string } = {}): Promise<string | undefined> {
    const { services } = this.settings
    const answer = await fetch(new URL('/_control/claims', services), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        shop_order_id: order,
        resolution,
        ...(line && { line_items: [{ shop_line_item_id: line }] }),
        ...(claim && { claim_id: claim }),
      }),
      signal: AbortSignal.timeout(3000),
    }).catch(() => undefined)
    if (!answer) return 'The service cannot be reached.'
    if (answer.ok) return undefined
    const { error = [] } = (await answer.json().catch(() => ({}))) as { error?: string[] }
    return `The service does not raise such a claim: ${error.join('; ')}`
  }

  /** Resolves to all claims, oldest first. A claim that was raised again appears once, with its last outcome. */
  async all(): Promise<Claim[]> {
    const answer = await fetch(new URL('/_control/state?of=claims', this.settings.services), { signal: AbortSignal.timeout(1000) }).catch(() => undefined)
    if (!answer?.ok) return []
    const { claims } = (await answer.json()) as { claims: Claim[] }
    return [...new Map(claims.map((claim) => [claim.id, claim])).values()]
  }

  /** Runs the command that approves a claim, or refuses it for a reason; resolves to the error if that fails. */
  async decide({ resolution, id }: Claim, refusal?: string): Promise<string | undefined> {
    const [program = '', ...first] = this.settings.command
    const key = `${resolution}/${id}`
    const words = refusal === undefined ? ['approve', key] : ['refuse', key, '--reason', refusal]
    try {
      await promisify(execFile)(program, [...first, 'claims', ...words, '--yes'], { env: { ...process.env, ...this.settings.env }, timeout: 15_000 })
    } catch (error) {
      return (error as { stderr?: string }).stderr?.trim() || (error as Error).message
    }
    this.decided.set(id, { refusal })
    return undefined
  }
}
