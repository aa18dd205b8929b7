import { z } from 'zod'
import { limits } from './limits.ts'

/*
 * The inputs of the loyalty service's operations. They are checked before a request is sent, and by the stand-in of the service. Field names are
 * those of the service: camelCase, with decimal amounts in the shop's currency.
 */

/** Makes the message for a field that is missing or has another type. */
const expected = (what: string) => ({ error: ({ input }: { input?: unknown }) => (input === undefined ? 'is required' : `has to be ${what}`) })
const string = z.string(expected('text'))
const flag = z.boolean(expected('true or false'))
/** Text with a bound. The documents do not bound any text; these bounds follow A74. */
const atMost = (longest: number) => string.max(longest, `is longer than ${longest} characters`)
const line = atMost(limits.text)
const paragraph = atMost(limits.longText)
const address = atMost(limits.url)
/** An id; the documents only say that it is text. Dots alone would change the path of an address, and invisible characters are a mistake. */
const identifier = line.min(1, 'is required').regex(/^(?!\.{1,2}$)\P{C}*$/u, 'is no id: it is made of dots, or holds characters that nobody sees')

/** A member is addressed by the shop platform's id. */
const memberId = string.regex(/^[A-Za-z0-9_-]{1,64}$/, 'is no customer id').describe('Id of the member, as the shop platform has it')
const segmentId = identifier.describe('Id of the tier')
const benefitType = identifier.describe('Type of the benefit, such as BIRTHDAY_CREDITS')
/** The length of a page; in queries it is text, like every query value (A4). */
const limit = z
  .preprocess(
    (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    z.int('has to be a whole number').min(1, 'is less than 1').max(limits.page, `is more than ${limits.page}`).optional(),
  )
  .describe(`Entries of a page, at most ${limits.page}`)
/** An opaque cursor; the client encodes it like every query value (A6, A7). */
const cursor = address.optional().describe('Cursor from the answer with the previous page')
/** The largest amount whose cents are counted exactly (A74). */
const mostAmount = Math.floor(Number.MAX_SAFE_INTEGER / 100)
/** A decimal amount in the shop's currency. */
const amount = z.number(expected('a number')).max(mostAmount, `is more than ${mostAmount}`)
const includeBenefits = z.unknown().optional().describe('Whether to include the benefits of each tier (true)')

const callbackUrl = z
  .url({ protocol: /^https?$/, error: ({ input }) => (input === undefined ? 'is required' : 'is no http address') })
  .max(limits.url, `is longer than ${limits.url} characters`)
  .refine((url) => !URL.canParse(url) || new URL(url).username + new URL(url).password === '', 'carries a name or a password')
  .describe('Address that the service calls')
const topic = identifier.describe('Topic of the events, such as customer.updated')
const name = line.describe('Name for people')
const webhookId = identifier.describe('Id of the webhook')
const subscriptionId = identifier.describe('Id of the subscription')
const reason = paragraph.optional().describe('Reason')

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** The common fields of all kinds of benefits, and the numbers that determine credits (A25); other fields are passed on. */
const benefitChanges = {
  name: name.optional().describe('Title for members'),
  internalTitle: line.optional().describe('Title for the merchant'),
  description: paragraph.optional().describe('Description of the benefit, in a sentence'),
  icon: address.optional().describe('Address of a picture'),
  enabled: flag.optional().describe('Whether members get the benefit'),
  displayOnLandingPage: flag.optional().describe('Whether the benefit is shown to people who are not members'),
  creditAmount: amount.min(0, 'is less than 0').optional().describe('Credits that the benefit gives'),
  creditPercent: z
    .number(expected('a number'))
    .min(0, 'is less than 0')
    .max(100, 'is more than 100')
    .optional()
    .describe('Percentage of an order that the benefit gives as credits'),
  days: z.int(expected('a whole number')).min(0, 'is less than 0').optional().describe('Days until members get the benefit'),
  frequency: z.int(expected('a whole number')).min(1, 'is less than 1').optional().describe('Days between two grants'),
}

/** The options of a cancellation (A38). */
const cancellationOptions = {
  reason,
  switchToFreeTier: flag.optional().describe('Continue in the free tier instead'),
  nextSegmentId: segmentId.optional().describe('Continue in this tier instead'),
}

/** The input schema of each operation (A14 to A16, A20, A25, A36, A38, A41, A46 to A49). */
export const loyaltyInputs = {
  listMembers: z.looseObject({ limit, lastCustomerId: cursor }),
  createMember: z.looseObject({
    /** The platform's numeric id; graph ids are refused (A14). */
    customerId: string.regex(/^\d{1,20}$/, 'is no customer id').describe('Id of the customer, as the shop platform has it'),
    segmentId: segmentId.optional().describe('Id of the first tier'),
    credits: amount.min(1, 'is less than 1').optional().describe('Credits at the start'),
    overrideSpendThreshold: flag.optional().describe('Allow a spend-based tier whose minimum the member has not spent'),
    keepInSpendBasedTier: flag.optional().describe('Keep the member in that tier if the spend stays below the minimum'),
    referrals: line.optional().describe('Member who referred this member'),
  }),
  getMember: z.looseObject({ id: memberId }),
  updateMember: z.looseObject({
    id: memberId,
    firstName: line.describe('First name'),
    lastName: line.describe('Last name'),
    notes: paragraph.nullable().describe("Merchant's notes about the member"),
    phoneNumber: line.nullable().describe('Phone number'),
  }),
  listCredits: z.looseObject({ id: memberId, limit, lastCreditEntry: cursor }),
  issueCredits: z.looseObject({
    id: memberId,
    amount: amount
      .min(-mostAmount, `is less than -${mostAmount}`)
      .refine((amount) => amount !== 0, 'cannot be 0')
      .describe('Credits to give; negative to take'),
    note: paragraph.optional().describe('Note of the entry'),
    reason: line.min(1, 'is empty').optional().describe('Reason of the entry'),
    force: flag.optional().describe('When taking credits: also end the codes that were issued'),
  }),
  requestCancellation: z.looseObject({
    id: memberId,
    ...cancellationOptions,
    cancelImmediately: flag.optional().describe('End the membership now, not at the end of the paid period'),
  }),
  reactivateMember: z.looseObject({ id: memberId }),
  /** An unknown customer has no spend (section 7). */
  getSpend: z.looseObject({ id: string.describe('Id of the customer, as the shop platform has it') }),
  changeTier: z.looseObject({ id: memberId, tierId: segmentId }),
  listTiers: z.looseObject({ includeBenefits }),
  getTier: z.looseObject({ id: segmentId, includeBenefits }),
  listTierBenefits: z.looseObject({ id: segmentId }),
  getTierBenefit: z.looseObject({ id: segmentId, type: benefitType }),
  updateTierBenefit: z.looseObject({ id: segmentId, type: benefitType, ...benefitChanges }),
  listTierCampaigns: z.looseObject({ id: segmentId }),
  listBenefits: z.looseObject({}),
  getBenefit: z.looseObject({ type: benefitType }),
  updateBenefit: z.looseObject({ type: benefitType, ...benefitChanges }),
  getMerchant: z.looseObject({}),
  /** A28. */
  updateMerchant: z.looseObject({
    merchantName: name.optional().describe('Name of the shop'),
    email: line.optional().describe("Merchant's e-mail address"),
    firstName: line.optional().describe('First name of the merchant'),
    lastName: line.optional().describe('Last name of the merchant'),
    phone: line.nullable().optional().describe('Phone number of the merchant'),
    country: line.optional().describe('Country of the shop'),
    currency: string
      .refine((code) => currencies.has(code), 'is no ISO 4217 code')
      .optional()
      .describe('Currency of the shop (ISO 4217)'),
    status: line.optional().describe('State of the account'),
    creditsEnabled: flag.optional().describe('Whether members have credits'),
    landingPageEnabled: flag.optional().describe('Whether the programme has a page'),
  }),
  createWebhook: z.looseObject({ callbackUrl, name: name.optional() }),
  listWebhooks: z.looseObject({}),
  deleteWebhook: z.looseObject({ id: webhookId }),
  createSubscription: z.looseObject({ topic, callbackUrl, name: name.optional() }),
  listSubscriptions: z.looseObject({}),
  updateSubscription: z.looseObject({ id: subscriptionId, topic, callbackUrl: callbackUrl.optional(), name: name.optional() }),
  deleteSubscription: z.looseObject({ id: subscriptionId, topic }),
}

/** The input schema of each storefront operation. */
export const loyaltyStorefrontInputs = {
  authenticate: z.looseObject({ customerId: memberId, email: line.optional().describe("Member's own e-mail address") }),
  readMember: z.looseObject({ id: memberId }),
  readCredits: z.looseObject({ id: memberId, limit, lastCreditEntry: cursor }),
  redeemCredits: z.looseObject({
    id: memberId,
    amount: amount.gt(0, 'has to be more than 0').optional().describe('Credits to redeem'),
  }),
  cancelMembership: z.looseObject({ id: memberId, ...cancellationOptions }),
  updatePaymentMethod: z.looseObject({
    id: memberId,
    paymentMethodId: line.min(1, 'is empty').optional().describe('Id of the method'),
  }),
  readBenefits: z.looseObject({}),
  readBenefit: z.looseObject({ id: benefitType }),
  readTier: z.looseObject({ id: segmentId, customerId: memberId.optional(), includeBenefits }),
  readTierBenefits: z.looseObject({ id: segmentId, customerId: memberId.optional() }),
  readTierCampaigns: z.looseObject({ id: segmentId, customerId: memberId.optional() }),
}

/** The input of an operation, by its verb. */
export type LoyaltyInput<Verb extends keyof typeof loyaltyInputs> = z.infer<(typeof loyaltyInputs)[Verb]>
/** The input of a storefront operation, by its verb. */
export type LoyaltyStorefrontInput<Verb extends keyof typeof loyaltyStorefrontInputs> = z.infer<(typeof loyaltyStorefrontInputs)[Verb]>
