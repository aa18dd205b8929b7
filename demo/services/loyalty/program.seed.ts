import type { LoyaltyState } from './state.ts'

const day = 86_400_000
const merchantId = 'kiln-and-paper'
const silver = '2b4d6f81'
const gold = '3a636361'
const platinum = '4c8e1a27'

const freeShipping = (from: string) => ({ type: 'FREE_SHIPPING', name: 'Free shipping', description: `On every order ${from}.` })
const orderCredits = (percent: number) => ({
  type: 'ORDER_CREDITS',
  name: `${percent}% back in credits`,
  description: `Every order earns ${percent}% of what it cost.`,
  creditPercent: percent,
})
const birthdayCredits = (creditAmount: number) => ({
  type: 'BIRTHDAY_CREDITS',
  name: 'A gift on your birthday',
  description: 'Credits that wait for you on the day.',
  creditAmount,
})
const anniversaryCredits = (creditAmount: number) => ({
  type: 'ANNIVERSARY_CREDITS',
  name: 'Anniversary credits',
  description: 'A thank-you for each year with us.',
  creditAmount,
  days: 0,
  frequency: 365,
})
const earlyAccess = (hours: number) => ({
  type: 'EARLY_ACCESS',
  name: 'Early access',
  description: `See new kilns and print runs ${hours} hours before anyone else.`,
})

const benefitsOf = {
  '1f2e3d4c': [orderCredits(2), birthdayCredits(5)],
  [silver]: [orderCredits(3), birthdayCredits(5), freeShipping('over $50')],
  [gold]: [orderCredits(5), birthdayCredits(10), anniversaryCredits(10), freeShipping('over $25'), earlyAccess(24)],
  [platinum]: [
    orderCredits(8),
    birthdayCredits(20),
    anniversaryCredits(25),
    freeShipping('of any size'),
    earlyAccess(48),
    { type: 'EXCLUSIVE', name: 'The seconds shelf', description: 'Pieces with small flaws, for members of this tier alone.' },
    { type: 'DISCOUNTS', name: '10% off letterpress', description: 'Taken off at checkout, all year.' },
  ],
}

const segment = (id: string, name: string, rank: number, spendThreshold: number | null, description: string, createdAt: string) => ({
  id,
  segmentId: id,
  merchantId,
  name,
  description,
  kind: spendThreshold === null ? 'FREE' : 'SPEND_BASED',
  rank,
  price: null,
  currency: 'USD',
  spendThreshold,
  spendPeriod: spendThreshold === null ? null : 'ANNUAL',
  enabled: true,
  createdAt,
  updatedAt: createdAt,
})

/** The programme of Kiln & Paper: its tiers, what each gives, and what is on around now. */
export function seedProgram(now: Date): Pick<LoyaltyState, 'tiers' | 'benefits' | 'campaigns' | 'merchant'> {
  const at = (days: number) => new Date(now.getTime() + days * day).toISOString()
  const start = at(-900)
  const campaign = (id: string, segmentId: string, name: string, from: number, to: number | null) => ({
    id,
    segmentId,
    merchantId,
    name,
    collectionIds: ['gid://shopify/Collection/1234567890'],
    startDate: at(from),
    endDate: to === null ? null : at(to),
    createdAt: at(-30),
    updatedAt: at(-30),
  })
  return {
    tiers: [
      segment('1f2e3d4c', 'Member', 0, null, 'For everyone who joins.', start),
      segment(silver, 'Silver', 1, 150, 'For regulars.', start),
      segment(gold, 'Gold', 2, 400, 'For those with a full cupboard.', start),
      segment(platinum, 'Platinum', 3, 1000, 'For friends of the house.', start),
    ],
    benefits: [
      ...Object.entries(benefitsOf).flatMap(([segmentId, benefits]) =>
        benefits.map((benefit) => ({ ...benefit, segmentId, enabled: true, displayOnLandingPage: true })),
      ),
      {
        type: 'SIGNUP_CREDITS',
        name: 'Welcome credits',
        description: 'A little something to begin with.',
        creditAmount: 5,
        days: 0,
        enabled: true,
        displayOnLandingPage: true,
      },
      { ...freeShipping('over $75'), enabled: true, displayOnLandingPage: true },
    ],
    campaigns: [
      campaign('c7fd8ce6-f54e-4b1d-9841-1593f4c9bc70', gold, 'Winter glazes: early access', -2, 5),
      campaign('0d3b5c0e-5a0a-4a43-8a55-0a8e6a8b7f11', gold, 'Open studio evening', 12, 13),
      campaign('5e1f7a52-6f0d-4f7c-9a0e-54d2cbb0c6d4', platinum, 'Seconds shelf, restocked', -1, null),
      campaign('a9b1c6d3-24c5-4b9f-8e59-7f3f0c9e2d10', silver, 'Double credits weekend', 3, 5),
    ],
    merchant: {
      merchantId,
      merchantName: 'Kiln & Paper',
      myshopifyDomain: 'kiln-and-paper.example.com',
      email: 'hello@kiln-and-paper.example.com',
      firstName: 'Ines',
      lastName: 'Caldera',
      phone: '+1 503 555 0142',
      country: 'United States',
      currency: 'USD',
      status: 'ACTIVE',
      creditsEnabled: true,
      landingPageEnabled: true,
      savedSearchId: null,
      subscriptionProduct: null,
      createdAt: start,
      updatedAt: start,
    },
  }
}
