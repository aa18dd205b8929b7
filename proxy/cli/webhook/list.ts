import { note, openScreen } from '../screen.ts'
import { createTable, leftOutLines } from '../table.ts'
import { harmlessJson } from '../terminal-text.ts'
import { withRegistrations } from './registrations.ts'

/** Shows what the service tells of events, and which of it is the proxy. */
export const list = ({ json }: { json?: boolean }) =>
  withRegistrations(async (registrations) => {
    const all = (await registrations.list()).map(({ kind, ours, ...record }) => ({ kind, ours, ...record }))
    const screen = openScreen()
    if (json) return screen.print(harmlessJson(all, 2))
    if (all.length === 0) return note(`Nothing is registered. To register ${registrations.address}: storefront-proxy webhook register`)
    const rows = all.map(({ ours, ...record }) => ({ ...record, ours: ours ? 'yes' : 'no' }))
    const table = createTable(rows, ['kind', 'id', 'ours', 'callbackUrl', 'topic', 'name', 'createdAt'], screen)
    await screen.print(table.header, ...rows.map((row) => table.line(row)))
    note(...leftOutLines(table))
  })
