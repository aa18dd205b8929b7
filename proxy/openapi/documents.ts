import { loyaltyDocument } from './loyalty.ts'
import { protectionDocument } from './protection.ts'
import { proxyDocument } from './proxy.ts'

/** The reference of each API (OpenAPI 3.1), made from the tables and schemas that the programs use. */
export const documents = {
  proxy: proxyDocument,
  loyalty: loyaltyDocument,
  protection: protectionDocument,
} satisfies Record<string, (server?: string) => object>
