import type { consoleReads, Person } from '../../console/contract/console.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Handlers } from '../http/serve.ts'

/** The entries that one page shows. */
const pageSize = 50

/** Handlers that read the audit log. Nothing on the console writes into it but the actions themselves. */
export const auditRoutes = (audit: Audit): Handlers<Pick<typeof consoleReads, 'listAudit' | 'verifyAudit'>, Person> => ({
  async listAudit({ before }) {
    const found = await audit.auditEntries({ before, limit: pageSize })
    return {
      entries: found.map(({ at, reason, prev: _, ...entry }) => ({ ...entry, at: new Date(at).toISOString(), reason: reason ?? null })),
      next: found.length < pageSize ? null : found.at(-1)!.seq,
    }
  },
  verifyAudit: () => audit.verifyAudit(),
})
