import { get, post } from '../../src/contract/endpoint.ts'
import type { Claim, ClaimPage } from './claims.ts'
import type { AuditPage, AuditVerdict } from './audit.ts'
import type { Figures } from './figures.ts'
import type { Finding, Health } from './health.ts'
import type { ReportChange, ReportCounts, ReportGroup, ReportPage } from './reports.ts'
import type { Found, ShopperView } from './search.ts'

/** Who is signed in at the console. */
export interface Person {
  name: string
  /** `look`: sees everything; `act`: may also decide, retry and drop. */
  role: 'look' | 'act'
  /** How the person signed in: with a token, or by single sign-on. */
  via: 'token' | 'sign-on'
}

type Nothing = Record<string, never>

/** What anybody on the console may request without being signed in. */
export const consoleSignIn = {
  /** Signs a person in; the answer sets the cookie of the session. */
  signIn: post<{ token: string }, Person>('/api/session'),
  /** Ends the session of this browser. */
  signOut: post<Nothing, Nothing>('/api/session/end'),
}

/** What every person on the console may request. Nothing here changes an order, a claim or a report. */
export const consoleReads = {
  whoAmI: get<Nothing, Person>('/api/session'),
  /** Claims, newest first; by default those that wait for a decision. */
  listClaims: get<{ state?: string; after?: string }, ClaimPage>('/api/claims'),
  /** Reports that need a person, or wait, newest first. */
  listReports: get<{ group: ReportGroup; after?: string }, ReportPage>('/api/reports'),
  /** How many reports each of these groups has. */
  countReports: get<Nothing, ReportCounts>('/api/reports/counts'),
  /** Everything about an order, a shipment, a report, a claim or a member, by its id. */
  search: get<{ q: string }, Found>('/api/search'),
  /** What the buyer of an order sees. Shows a town, so it is written into the audit log. `email`: if the proxy does not know it. */
  viewAsShopper: post<{ order: string; email?: string }, ShopperView>('/api/orders/view'),
  /** The queue, the services and the keys as they are now. */
  health: get<Nothing, Health>('/api/health'),
  /** Runs the doctor: it calls the services, and changes nothing. */
  runDoctor: post<Nothing, { findings: Finding[] }>('/api/doctor'),
  /** Where shoppers' pages find the proxy. */
  showShop: get<Nothing, { proxy: string }>('/api/shop'),
  /** Figures by day and language. */
  readFigures: get<{ from: string; to: string }, Figures>('/api/figures'),
  /** What people did, newest first. */
  listAudit: get<{ before?: number }, AuditPage>('/api/audit'),
  /** Whether the audit log is as it was written. */
  verifyAudit: get<Nothing, AuditVerdict>('/api/audit/verification'),
}

/** What only people who may act can request. Each is written into the audit log. */
export const consoleActions = {
  /** Approves a claim, so that the shop resolves it. The reason stands in the audit log. */
  approveClaim: post<{ claim: string; reason: string }, Claim>('/api/claims/approval'),
  /** Refuses a claim for good; the service gets the reason. */
  refuseClaim: post<{ claim: string; reason: string }, Claim>('/api/claims/refusal'),
  /** Attempts reports again now. */
  retryReports: post<{ reports: string[]; reason?: string }, ReportChange>('/api/reports/retries'),
  /** Gives reports up, because somebody has done by hand what they would do, or nobody needs it. */
  dropReports: post<{ reports: string[]; reason: string }, ReportChange>('/api/reports/drops'),
}
