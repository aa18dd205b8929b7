import { anniversaryCredits, birthdayCredits, earlyAccess, freeShipping, orderCredits, signupCredits } from './benefits.seed.ts'
import type { ProgramSeed } from './program.ts'

const silver = '2b4d6f81'
const gold = '3a636361'
const platinum = '4c8e1a27'
const kilns = 'kilns and print runs'

/** Ceramics and letterpress: four tiers, the higher ones by the spend of a year. */
export const kilnAndPaper: ProgramSeed = {
  merchant: {
    merchantName: 'Kiln & Paper',
    email: 'hello@kiln-and-paper.example.com',
    firstName: 'Ines',
    lastName: 'Caldera',
    phone: '+1 503 555 0142',
    country: 'United States',
    currency: 'USD',
  },
  tiers: [
    { id: '1f2e3d4c', name: 'Member', color: '#c9b8a8', description: 'For everyone who joins.', benefits: [orderCredits(2), birthdayCredits(5)] },
    {
      id: silver,
      name: 'Silver',
      color: '#bcc4cc',
      description: 'For regulars.',
      spendThreshold: 150,
      benefits: [orderCredits(3), birthdayCredits(5), freeShipping('over $50')],
    },
    {
      id: gold,
      name: 'Gold',
      color: '#d8b45c',
      description: 'For those with a full cupboard.',
      spendThreshold: 400,
      benefits: [orderCredits(5), birthdayCredits(10), anniversaryCredits(10), freeShipping('over $25'), earlyAccess(kilns, 24)],
    },
    {
      id: platinum,
      name: 'Platinum',
      color: '#3b4652',
      description: 'For friends of the house.',
      spendThreshold: 1000,
      benefits: [
        orderCredits(8),
        birthdayCredits(20),
        anniversaryCredits(25),
        freeShipping('of any size'),
        earlyAccess(kilns, 48),
        { type: 'EXCLUSIVE', name: 'The seconds shelf', description: 'Pieces with small flaws, for members of this tier alone.' },
        { type: 'DISCOUNTS', name: '10% off letterpress', description: 'Taken off at checkout, all year.' },
      ],
    },
  ],
  benefits: [signupCredits(5), freeShipping('over $75')],
  campaigns: [
    { id: 'c7fd8ce6-f54e-4b1d-9841-1593f4c9bc70', segmentId: gold, name: 'Winter glazes: early access', from: -2, to: 5 },
    { id: '0d3b5c0e-5a0a-4a43-8a55-0a8e6a8b7f11', segmentId: gold, name: 'Open studio evening', from: 12, to: 13 },
    { id: '5e1f7a52-6f0d-4f7c-9a0e-54d2cbb0c6d4', segmentId: platinum, name: 'Seconds shelf, restocked', from: -1, to: null },
    { id: 'a9b1c6d3-24c5-4b9f-8e59-7f3f0c9e2d10', segmentId: silver, name: 'Double credits weekend', from: 3, to: 5 },
  ],
}
