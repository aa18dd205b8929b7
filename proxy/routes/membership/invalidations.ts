import type { Invalidation } from '../../jobs/job.ts'
import type { RememberedProgram } from './program.ts'
import type { Redemptions } from '../redemptions/redemptions.ts'
import { isAboutMerchant } from '../../loyalty-webhooks/event.ts'

/** What this process does once something has happened at the loyalty service: it looks again, and believes nothing that it was told. */
export const invalidate =
  ({ program, redemptions }: { program: RememberedProgram; redemptions: Redemptions | undefined }) =>
  ({ topic, customer }: Invalidation) => {
    if (isAboutMerchant(topic)) program.forget()
    else if (customer !== null) void redemptions?.lookAfter(customer)
  }
