import type { Invalidation } from '../../jobs/handler.ts'
import type { CachedProgram } from '../program.ts'
import type { Redemptions } from '../redemptions/redemptions.ts'
import { isAboutMerchant } from '../../loyalty-webhooks/loyalty-event.ts'

/** Handles an event of the loyalty service: this process reads the data again, and does not trust the event itself. */
export const invalidate =
  ({ program, redemptions }: { program: CachedProgram; redemptions: Redemptions | undefined }) =>
  ({ topic, key }: Invalidation) => {
    if (isAboutMerchant(topic)) program.invalidate()
    else if (key !== null) void redemptions?.checkLedger(key)
  }
