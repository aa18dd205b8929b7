import { progressOf, type Phase } from '../../../src/tracking/order/package-status.ts'
import { datesOfSteps, type SteppedPackage } from '../../../src/tracking/views/step-dates.ts'
import type { OrderView } from './order-view.ts'

/** The steps that have another name than the status that reaches them. */
const names: Partial<Record<Phase, 'step_confirmed' | 'step_preparing'>> = { confirmed: 'step_confirmed', preparing: 'step_preparing' }

interface StepsOptions {
  parcel: SteppedPackage
  placedAt: string | null
  /** Whether the present step is bad news. */
  isWrong?: boolean
  view: OrderView
}

/** The steps of a package, each with its name and its day: those behind it are ticked, the present one is strong, those to come are faint. */
export function Steps({ parcel, placedAt, isWrong = false, view: { words, lang } }: StepsOptions) {
  const { step, steps, present } = progressOf(parcel)
  const dates = datesOfSteps(parcel, placedAt, words, lang)
  return (
    <s-stack gap="small-200" accessibilityRole="ordered-list">
      {steps.map(({ name }, index) => {
        const isReached = index < present || step === 5
        const isAhead = index > present && !isReached
        return (
          <s-grid key={name} gridTemplateColumns="auto 1fr auto" gap="small" alignItems="center" accessibilityRole="list-item">
            <s-icon
              type={isReached ? 'check-circle-filled' : index > present ? 'circle' : isWrong ? 'alert-circle' : 'clock'}
              tone={isReached ? 'success' : index > present ? 'neutral' : isWrong ? 'warning' : 'info'}
            />
            <s-stack>
              <s-text type={index === present ? 'strong' : 'generic'} color={isAhead ? 'subdued' : 'base'}>
                {words[names[name] ?? name]}
              </s-text>
              {/* Words and a day: beside the name, phones have no room for them in German. */}
              {isAhead && dates[index] ? <s-text color="subdued">{dates[index]}</s-text> : null}
            </s-stack>
            {isAhead ? null : <s-text color="subdued">{dates[index]}</s-text>}
          </s-grid>
        )
      })}
    </s-stack>
  )
}
