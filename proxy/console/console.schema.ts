import { z } from 'zod'
import { claimStates } from '../claims/claim.ts'

const name = z.string().min(1).max(512)
const nothing = z.object({})

/** Why somebody does something; the audit log keeps it, so it must be readable. */
const reason = z
  .string()
  .trim()
  .min(1, 'is empty')
  .max(500, 'has more than 500 characters')
  .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value), 'has a character that cannot be seen; write it in one line')

/** An id as people paste it. */
const id = z
  .string()
  .trim()
  .min(1, 'is empty')
  .max(200, 'has more than 200 characters')
  .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value), 'has a character that cannot be seen')

const reports = z.array(z.uuid('is no id of a report')).min(1, 'is empty').max(500, 'has more than 500 ids')

/** The most days that one page of figures shows. */
const mostDays = 400
const days = z
  .object({ from: z.iso.date('is no day; "2026-11-22", for example'), to: z.iso.date('is no day; "2026-11-22", for example') })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'is before "from"' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < mostDays * 24 * 3_600_000, {
    path: ['from'],
    error: `is more than ${mostDays} days before "to"`,
  })

/** What the console's requests may hold. */
export const consoleInputs = {
  signIn: { signIn: z.object({ token: z.string().min(1).max(500) }), signOut: nothing },
  reads: {
    whoAmI: nothing,
    listClaims: z.object({ state: z.enum([...claimStates, 'all']).optional(), after: name.optional() }),
    listAudit: z.object({ before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional() }),
    verifyAudit: nothing,
    listReports: z.object({ group: z.enum(['unprotected', 'held', 'failed', 'waiting']), after: name.optional() }),
    countReports: nothing,
    search: z.object({ q: id }),
    viewAsShopper: z.object({ order: id, email: z.email('is no e-mail address').max(254).optional() }),
    showShop: nothing,
    health: nothing,
    runDoctor: nothing,
    readFigures: days,
  },
  actions: {
    approveClaim: z.object({ claim: name, reason }),
    refuseClaim: z.object({ claim: name, reason }),
    retryReports: z.object({ reports, reason: reason.optional() }),
    dropReports: z.object({ reports, reason }),
  },
}
