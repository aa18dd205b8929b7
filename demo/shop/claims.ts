import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** What the service can ask the shop to do about a claim. */
export const resolutions = { refund: 'Refund', reorder: 'Send again', store_credit: 'Store credit' } as const
/** One of them. */
export type Resolution = keyof typeof resolutions

/** A claim as the service sees it. */
export interface Claim {
  id: string
  shop_order_id: string
  resolution: Resolution
  outcome: 'pending' | 'resolved' | 'unreadable' | 'refused' | 'failed' | 'withdrawn'
  body: { line_items: { shop_line_item_id?: string; quantity_to_issue?: number; to_issue_amount?: { cents: number } }[] }
  /** Why it was refused, as the service was told. */
  faults: string[]
  attempts: { at: string; status: number | null; error: string | null }[]
  raised_at: string | null
}

/** Where claims are raised as the service would raise them, and how the proxy's command is run that decides them. */
export interface ClaimsSettings {
  services: URL
  /** What runs `storefront-proxy`: a program and its first arguments. */
  command: readonly string[]
  env: Record<string, string>
}

/** The claims about the shop's orders: raised by a button in place of the service's own people, decided by the proxy's command. */
export class ClaimsDesk {
  /** What people have decided here, by the ids of the claims, and why they have refused; the service hears of it when it asks again. */
  readonly decided = new Map<string, { refusal?: string | undefined }>()

  constructor(readonly settings: ClaimsSettings) {}

  /** How a person has a command of the proxy do something with what it keeps, from the folder of the project. */
  typed = (words: string) => `DATA_DIR=${this.settings.env.DATA_DIR} npx storefront-proxy ${words}`

  /** Raises a claim about what was sent of an order, or about one line of it; answers why that cannot be, if so. */
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

  /** All claims by their ids, oldest first; of one that was raised again, what became of it last. */
  async all(): Promise<Claim[]> {
    const answer = await fetch(new URL('/_control/state?of=claims', this.settings.services), { signal: AbortSignal.timeout(1000) }).catch(() => undefined)
    if (!answer?.ok) return []
    const { claims } = (await answer.json()) as { claims: Claim[] }
    return [...new Map(claims.map((claim) => [claim.id, claim])).values()]
  }

  /** Runs the command by which a person approves a claim, or refuses it for a reason; answers why that cannot be, if so. */
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
