import { buildServices } from '../../demo/services/app.ts'
import type { ServicesOptions } from '../../demo/services/world.ts'
import type { Access, Happen, Hold } from './account.ts'

/** In this pace a delivery is given up only where nobody listens, however busy the machine is. */
const unhurried = { effectDelay: 100, enrichment: { delay: 200 }, deliveries: { timeoutMs: 60_000, waitsMs: [50, 100, 200] } }

/** The stand-ins with two merchants, on a free port, in the pace of a test: the one place that knows them for what they are. */
export async function startStandIns(pace: Pick<ServicesOptions, 'effectDelay' | 'enrichment' | 'deliveries'> = unhurried) {
  const keys = { loyaltyKey: 'conformance-loyalty-key', protectionKey: 'conformance-protection-key' }
  const neighbour = { loyaltyKey: 'neighbour-loyalty-key', protectionKey: 'neighbour-protection-key' }
  let passed = 0
  // Their clock stands still while anybody holds their effects.
  let stoppedAt: number | undefined
  let holds = 0
  const app = await buildServices({
    ...keys,
    neighbour,
    ...pace,
    now: () => new Date((stoppedAt ?? Date.now()) + passed),
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })

  const accessOf = (track: string, account: typeof keys): Access => ({
    ...account,
    loyaltyBaseUrl: `${address}/loyalty`,
    protectionBaseUrl: `${address}/protection/api/v1`,
    trackBaseUrl: address + track,
  })
  const control = async (path: string, body?: unknown) => {
    const answer = await fetch(`${address}/_control/${path}`, {
      ...(body !== undefined && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`/_control/${path} answered ${answer.status}: ${text}`)
    return (text ? JSON.parse(text) : undefined) as unknown
  }

  const happenings: { [Name in Parameters<Happen>[0]]: (details: never) => Promise<unknown> } = {
    ordered: (details) => control('platform/orders', details),
    reinstalled: () => control('platform/reinstall', {}),
    async 'cancellation confirmed'({ customerId }: { customerId: string }) {
      const { mails } = (await control('state?of=mails')) as { mails: { customerId: string }[] }
      const mail = mails.findLast((mail) => mail.customerId === customerId && JSON.stringify(mail).includes('/confirmation'))
      const [path] = /\/loyalty\/cancellations\/[^"]+\/confirmation/.exec(JSON.stringify(mail ?? {})) ?? []
      if (!path) throw new Error(`no mail to ${customerId} has a link to confirm by, but ${JSON.stringify(mails)}`)
      const answer = await fetch(address + path, { method: 'POST' })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    },
    'claim raised': (details) => control('claims', details),
    async 'time passed'({ hours }: { hours: number }) {
      passed += hours * 3_600_000
    },
  }
  const hold: Hold = async (run) => {
    if (holds++ === 0) stoppedAt = Date.now()
    try {
      return await run()
    } finally {
      if (--holds === 0) stoppedAt = undefined
    }
  }
  return {
    hold,
    access: accessOf('/track', keys),
    other: accessOf('/track/moss-and-tin', neighbour),
    happen: ((name, details) => happenings[name](details as never)) as Happen,
    close: () => app.close(),
  }
}
