/** A test of this project: its file and its title. */
type OwnTest = readonly [file: string, title: string]

const secrets = 'test/proxy/secrets.test.ts'
const merchant = 'test/proxy/merchant.test.ts'
const resolving = 'test/claims/resolving.test.ts'

/** The sentences that bind the merchant's side, which is ours, and the tests that hold us to them: no stand-in can show what we do. */
export const ownSide: Readonly<Record<string, readonly OwnTest[]>> = {
  L68: [['test/loyalty-webhooks/command.test.ts', 'prints only the token to stdout, and the next step to stderr']],
  L91: [
    [secrets, 'no response contains a key, in any form'],
    [secrets, 'no built file contains a key of the settings, and no widget contains a name that only a server knows'],
  ],
  L105: [['test/loyalty-webhooks/rotation.test.ts', 'no event is lost while the token is changed']],
  P8: [[merchant, 'is accepted at once, then delivered with the service’s own token, once']],
  P9: [['test/platforms/distribute-goods.test.ts', 'becomes shipments that together hold what was sent, to the piece and to the cent']],
  P10: [
    ['test/protection/what-counts.test.ts', 'goods that ship count, at the price that is paid for them'],
    ['test/protection/what-counts.test.ts', 'a cart of digital goods, gift cards and our own line has nothing to protect'],
  ],
  P124: [[resolving, 'is resolved by a refund of what it names, and answered with the id of the refund']],
  P126: [
    [resolving, 'is resolved by sending the goods again, to the confirmed address'],
    ['test/claims/shopify.test.ts', 'sends the goods again free of charge, and the new order is reported like any other'],
  ],
  P127: [[resolving, 'is resolved by sending the goods again, to the confirmed address']],
  P129: [[resolving, 'is resolved by a store credit of the sum of its lines, or of its total']],
  P139: [[resolving, 'is accepted with either of two keys, and with no other']],
  A112: [['test/proxy/merchant-benefits.test.ts', 'are shown to a member of a tier after those of the tier, whose values of a type win (A112)']],
  A113: [['test/proxy/tier-prices.test.ts', 'has the same interval under each of its names (A113)']],
  A114: [['test/proxy/program-offer.test.ts', 'shows the colour and the picture of a tier (A114)']],
  A115: [['test/proxy/program-offer.test.ts', 'shows the programme to people who are not signed in (A115)']],
}
