import { after } from 'node:test'
import { loyalty, type Session } from '../../src/contract/loyalty.ts'
import { startStack, type Stack } from '../stack.ts'
import { startOddService, type Odd, type Seen } from './odd-service.ts'

/** The responses of a loyalty service for its member 7001; each part is the content of `data` or the whole body. */
export interface OddProgram {
  member: unknown
  merchant: unknown
  tiers: unknown
  benefits: unknown
  /** A function gets the tier's id. */
  tierBenefits: ((tier: string) => unknown) | object | null
  campaigns: unknown
  spend: unknown
  /** A function gets the query. */
  credits: ((query: URLSearchParams) => unknown) | object | null
  /** The whole response for any other customer. */
  nobody: Odd
}

export const oddCustomer = '7001'

/** An ordinary programme, in US dollars. */
const ordinary: OddProgram = {
  member: { customerId: oddCustomer, status: 'ACTIVE', credit: 42.5, creditsEarned: 60, currencyCode: 'USD', tierId: 't1', tierName: 'First' },
  merchant: { merchantName: 'Odd', currency: 'USD' },
  tiers: [{ id: 't1', name: 'First', rank: 1 }],
  benefits: [],
  tierBenefits: [],
  campaigns: [],
  spend: undefined,
  credits: { credits: [] },
  nobody: { status: 404, body: { message: 'Not found', data: {} } },
}

/** Starts the proxy in front of a loyalty service with these responses; both stop with the test. */
export async function startOddLoyalty(
  changes: Partial<OddProgram>,
): Promise<{ stack: Stack; seen: readonly Seen[]; open: (customer?: string) => Promise<Session> }> {
  const program = { ...ordinary, ...changes }
  const { address, seen } = await startOddService(({ url, body }) => {
    const { pathname, searchParams } = new URL(url, 'http://service')
    const ok = (data: unknown) => ({ body: { message: 'ok', data } })
    const isMember = body === '' || body.includes(oddCustomer)
    if (pathname.endsWith('/auth')) return isMember ? ok({ token: 'opaque', expiresIn: 7200 }) : { status: 401, body: { message: 'No', data: {} } }
    if (pathname.endsWith('/redemption')) return { status: 201, body: { message: 'ok' } }
    if (pathname.endsWith('/credits')) return ok(typeof program.credits === 'function' ? program.credits(searchParams) : program.credits)
    if (pathname.endsWith('/sbt')) return ok(program.spend)
    if (pathname.includes('/members/')) return pathname.endsWith(oddCustomer) ? ok(program.member) : program.nobody
    if (pathname.endsWith('/merchant')) return ok(program.merchant)
    const [, tier] = /\/tiers\/([^/]+)\/benefits$/.exec(pathname) ?? []
    if (tier) return ok(typeof program.tierBenefits === 'function' ? program.tierBenefits(decodeURIComponent(tier)) : program.tierBenefits)
    if (pathname.endsWith('/campaigns')) return ok(program.campaigns)
    if (pathname.endsWith('/tiers')) return ok(program.tiers)
    if (pathname.endsWith('/admin/members')) return { status: 201, body: { message: 'ok' } }
    return pathname.endsWith('/benefits') ? ok(program.benefits) : { status: 404 }
  })
  const stack = await startStack({ settings: { LOYALTY_BASE_URL: address } })
  after(() => stack.stop())
  return { stack, seen, open: async (customer = oddCustomer) => stack.browser(loyalty).openSession({ assertion: await stack.assertion(customer) }) }
}
