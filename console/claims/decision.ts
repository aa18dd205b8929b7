import { html, nothing } from 'lit'
import type { Claim } from '../contract/claims.ts'
import { renderError } from '../page/page-element.ts'
import { titleOf } from './claim.ts'

/** A decision that the person is about to make. */
export interface Decision {
  kind: 'approve' | 'refuse'
  claim: Claim
  busy: boolean
  failure?: unknown
}

interface DecisionOptions {
  decide: (reason: string) => void
  closed: () => void
}

const consequences = {
  refund: 'Money is given back to the customer. This cannot be undone here.',
  reorder: 'Goods are sent again at no cost. This cannot be undone here.',
  store_credit: 'The customer is credited. This cannot be undone here.',
}

/** The dialog in which a person confirms a decision, with a reason. */
export function renderDecision(decision: Decision | undefined, { decide, closed }: DecisionOptions) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    decide(String(new FormData(event.target as HTMLFormElement).get('reason') ?? '').trim())
  }
  const close = (event: Event) => {
    if (event.target === event.currentTarget) closed()
  }
  const refuses = decision?.kind === 'refuse'
  return html`
    <wa-dialog
      label=${decision ? `${refuses ? 'Refuse' : 'Approve'}: ${titleOf(decision.claim)}` : 'Decide'}
      ?open=${decision !== undefined}
      @wa-after-hide=${close}
    >
      ${
        decision
          ? html`<form id="decision" @submit=${submit}>
              <p>
                Order ${decision.claim.order?.number ?? decision.claim.order_id}, claim ${decision.claim.key}.
                ${refuses ? 'The claim is refused for good.' : consequences[decision.claim.resolution]}
              </p>
              ${decision.failure ? renderError(decision.failure) : nothing}
              <wa-input
                label="Reason"
                hint=${refuses ? 'The protection service receives it, and the audit log keeps it.' : 'The audit log keeps it.'}
                name="reason"
                maxlength="500"
                required
                autofocus
                autocomplete="off"
              ></wa-input>
            </form>`
          : nothing
      }
      <wa-button slot="footer" appearance="plain" data-dialog="close">Cancel</wa-button>
      <wa-button slot="footer" type="submit" form="decision" variant=${refuses ? 'danger' : 'brand'} ?loading=${decision?.busy ?? false}>
        ${refuses ? 'Refuse for good' : 'Approve'}
      </wa-button>
    </wa-dialog>
  `
}
