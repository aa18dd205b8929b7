import { birthdayCredits, earlyAccess, freeShipping, orderCredits, signupCredits } from './benefits.seed.ts'
import type { ProgramSeed } from './program.ts'

const fern = '8b21d5f3'
const cedar = '9c32e604'

/** Tea and tinware from Kyoto: a currency without decimals, and one tier that members buy. */
export const mossAndTin: ProgramSeed = {
  merchant: {
    merchantName: 'Moss & Tin',
    email: 'hello@moss-and-tin.example.com',
    firstName: '千尋',
    lastName: '小林',
    phone: '+81 75 555 0118',
    country: 'Japan',
    currency: 'JPY',
  },
  tiers: [
    { id: '7a10c4e2', name: 'Moss', color: '#b7c79a', description: 'For everyone who joins.', benefits: [orderCredits(1), birthdayCredits(300)] },
    {
      id: fern,
      name: 'Fern',
      color: '#6f9a6a',
      description: 'For those who drink daily.',
      spendThreshold: 30_000,
      benefits: [orderCredits(2), birthdayCredits(500)],
    },
    {
      id: cedar,
      name: 'Cedar',
      color: '#7a4b33',
      description: 'For those who drink nothing else.',
      spendThreshold: 100_000,
      benefits: [orderCredits(4), birthdayCredits(1500), freeShipping('of any size'), earlyAccess('harvests', 72)],
    },
    {
      id: 'ad43f715',
      name: 'Tea room',
      color: '#d9c6a0',
      description: 'A tin every month.',
      price: 1800,
      benefits: [orderCredits(5), freeShipping('of any size'), { type: 'EXCLUSIVE', name: 'The monthly tin', description: 'A tea that is not on sale.' }],
    },
  ],
  benefits: [signupCredits(500), freeShipping('over ¥8,000')],
  campaigns: [
    { id: '1b6d0c1e-9a55-4e0e-8d53-6d3c5f0a7b21', segmentId: cedar, name: '新茶 first flush', from: -3, to: 10 },
    { id: '2c7e1d2f-8b66-4f1f-9e64-7e4d6a1b8c32', segmentId: fern, name: 'Tin repair week', from: 5, to: 12 },
  ],
}
