import { useEffect } from 'preact/hooks'
import type { HeldCode, Member, Membership } from '../../../src/contract/loyalty.ts'
import { isBusy } from '../../../src/loyalty/membership/membership-store.ts'
import { parseAmount, typedAmount } from '../../../src/loyalty/redemption/amount.ts'
import { isPending } from '../../../src/loyalty/membership/pending.ts'
import { quickAmounts, suggestedAmount } from '../../../src/loyalty/redemption/quick-amounts.ts'
import { heldCode, spendable } from '../../../src/loyalty/membership/redemption-state.ts'
import { sameMoney, type Money } from '../../../src/money.ts'
import { Fault } from './fault.tsx'
import type { MemberView } from './member-view.ts'

/** Turning credits into a code: the code, the amounts, the question, and what became of it. */
export function Redemption({ membership, member, view }: { membership: Membership; member: Member; view: MemberView }) {
  const { state, localizer, watch, publish } = view
  const { words, say, money } = localizer
  const { step } = state.redemption
  const held = heldCode(membership)
  const balance = spendable(member, membership)
  const open = membership.pending.filter((redemption) => redemption.state !== 'settled')
  const settled = membership.pending.length - open.length
  const isOffered = membership.may.includes('redeem') && balance.cents > 0

  useEffect(() => {
    if (settled) publish('credits_redeemed')
  }, [settled])

  return (
    <s-section heading={words.redeem}>
      <s-stack gap="small-200" accessibilityRole="status" paddingBlockEnd={open.length > 0 ? 'base' : 'none'}>
        {open.map((redemption) => (
          <s-banner key={redemption.id} tone={isPending(redemption) ? 'info' : 'warning'}>
            {say(redemption.state, { amount: money(redemption.amount) })}
          </s-banner>
        ))}
      </s-stack>
      <s-stack gap="base">
        {held ? <Code held={held} view={view} /> : null}
        <Fault verbs={['redeem']} view={view} />
        {step?.name === 'confirm' ? (
          <s-stack gap="base">
            <s-text type="strong">{say('redeemQuestion', { amount: money(step.amount) })}</s-text>
            <s-text>{promiseOf(step.amount, held, view)}</s-text>
            <s-stack direction="inline" gap="small">
              <s-button variant="primary" loading={isBusy(state)} onClick={() => void watch.redeem()}>
                {say('redeemNow', { amount: money(step.amount) })}
              </s-button>
              <s-button variant="secondary" disabled={isBusy(state)} onClick={() => watch.store.dispatch({ type: 'confirmationDropped' })}>
                {words.back}
              </s-button>
            </s-stack>
          </s-stack>
        ) : isOffered ? (
          <Amounts balance={balance} held={held} view={view} />
        ) : member.credits.cents > 0 ? null : (
          <s-text color="subdued">{words.noHistory}</s-text>
        )}
      </s-stack>
    </s-section>
  )
}

const promiseOf = (amount: Money, held: HeldCode | undefined, { localizer: { say, money } }: MemberView) =>
  held
    ? say('willChange', { code: held.code, amount: money({ ...amount, cents: amount.cents + held.value.cents }) })
    : say('willGet', { amount: money(amount) })

/** The code that the member holds. */
function Code({ held: { code, value }, view }: { held: HeldCode; view: MemberView }) {
  const { words, say, money } = view.localizer
  return (
    <s-stack gap="small-200">
      <s-text color="subdued">{say('code', { amount: money(value) })}</s-text>
      <s-stack direction="inline" gap="base" alignItems="center">
        <s-text type="strong" dir="ltr">
          {code}
        </s-text>
        <s-clipboard-item id="code" text={code} />
        <s-button variant="secondary" commandFor="code" command="--copy">
          {words.copy}
        </s-button>
      </s-stack>
    </s-stack>
  )
}

/** Round amounts to choose from, and a field for any other. */
function Amounts({ balance, held, view }: { balance: Money; held: HeldCode | undefined; view: MemberView }) {
  const { localizer, state, watch } = view
  const { words, say, money, lang } = localizer
  const { store } = watch
  const { step } = state.redemption
  const amount = step?.name === 'chosen' ? step.amount : suggestedAmount(balance)
  const least = money({ cents: 1, currency: balance.currency })
  const choices = [...quickAmounts(balance).map((choice) => ({ choice, text: localizer.amount(choice) })), { choice: balance, text: words.all }]

  function handleNext() {
    // What was typed since the last rendering counts, too.
    const { text = '' } = store.state.redemption.step ?? {}
    store.dispatch({ type: 'amountEntered', text, amount: parseAmount(text, balance.currency, lang) })
  }

  if (step?.name === 'amount') {
    const values = { example: typedAmount(balance, lang), least, currency: balance.currency, amount: money(balance) }
    return (
      <s-stack gap="base">
        <s-text-field
          label={say('amount', { currency: balance.currency })}
          value={step.text}
          error={step.fault ? say(step.fault, values) : ''}
          onInput={(event) => store.dispatch({ type: 'amountTyped', text: (event.currentTarget as { value?: string } | null)?.value ?? '' })}
        />
        <s-text color="subdued">{say('rule', { least, most: money(balance) })}</s-text>
        <s-button variant="primary" onClick={handleNext}>
          {words.next}
        </s-button>
      </s-stack>
    )
  }
  return (
    <s-stack gap="base">
      <s-stack direction="inline" gap="small">
        {choices.map(({ choice, text }) => (
          <s-press-button
            key={choice.cents}
            pressed={sameMoney(choice, amount)}
            onClick={() => store.dispatch({ type: 'amountChosen', text: typedAmount(choice, lang), amount: choice })}
          >
            {text}
          </s-press-button>
        ))}
      </s-stack>
      <s-text>{promiseOf(amount, held, view)}</s-text>
      <s-stack direction="inline" gap="small" alignItems="center">
        <s-button variant="primary" loading={isBusy(state)} onClick={() => store.dispatch({ type: 'amountEntered', text: typedAmount(amount, lang), amount })}>
          {say('redeemNow', { amount: money(amount) })}
        </s-button>
        <s-button variant="secondary" onClick={() => store.dispatch({ type: 'redemptionOpened' })}>
          {words.otherAmount}
        </s-button>
      </s-stack>
    </s-stack>
  )
}
