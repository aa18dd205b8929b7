/** A test of this project: its file and its title. */
type OwnTest = readonly [file: string, title: string]

const secrets = 'test/proxy/secrets.test.ts'
const merchant = 'test/proxy/merchant.test.ts'
const resolving = 'test/claims/resolving.test.ts'

/** The sentences that bind the merchant's side, which is ours, and the tests that hold us to them: no stand-in can show what we do. */
export const ownSide: Readonly<Record<string, readonly OwnTest[]>> = {
  L68: [['test/loyalty/command.test.ts', 'prints the token alone, and says beside it what to do']],
  L91: [
    [secrets, 'keys stand in no answer, in no form'],
    [secrets, 'no built file holds a key of the settings or a name that only a server knows'],
  ],
  L105: [['test/loyalty/rotation.test.ts', 'a token is changed while events go on, and none of them is lost']],
  P8: [[merchant, 'is accepted at once, then delivered with the service’s own token, once']],
  P9: [['test/platforms/boxes.test.ts', 'becomes shipments that hold between them what was sent, to the piece and to the cent']],
  P10: [
    ['test/protection/what-counts.test.ts', 'what ships counts, at the price that is paid for it'],
    ['test/protection/what-counts.test.ts', 'nothing is left of a cart of digital goods, gift cards and our own line'],
  ],
  P124: [[resolving, 'is resolved by a refund of what it names, and answered with the id of the refund']],
  P126: [
    [resolving, 'is resolved by sending the goods again, to the confirmed address'],
    ['test/claims/shopify.test.ts', 'sends the goods again for nothing, and the new order is reported like any other'],
  ],
  P127: [[resolving, 'is resolved by sending the goods again, to the confirmed address']],
  P129: [[resolving, 'is resolved by a store credit of what its lines come to, or of the total that it says']],
  P139: [[resolving, 'is taken with either of two keys, and with no other']],
  A112: [['test/proxy/merchant-benefits.test.ts', 'are shown to a member of a tier after those of the tier, whose values of a type win (A112)']],
  A113: [['test/proxy/tier-prices.test.ts', 'has the same interval under each of its names (A113)']],
}
