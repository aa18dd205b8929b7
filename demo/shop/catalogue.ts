import protectionProduct from '../protection-product.json' with { type: 'json' }

export { protectionProduct }

/** A variant that can be put into a cart. Every product has one variant. */
export interface Variant {
  id: number
  product_id: number
  title: string
  sku: string
  /** In cents. */
  price: number
  grams: number
  requires_shipping: boolean
  gift_card: boolean
  image: string
  url: string
}

/** A product in the shop’s catalogue. */
export interface Product extends Variant {
  handle: string
  /** A few words under the title. */
  summary: string
  description: string
  details: string[]
  picture: string
}

/** The only currency of the shop. Its amounts ×100 are cents. */
export const currency = 'USD'

const shelf = [
  {
    handle: 'stoneware-mug',
    title: 'Stoneware mug',
    sku: 'MUG-OAT',
    price: 2400,
    grams: 380,
    image: 'mug',
    summary: 'Oat glaze, thrown by hand',
    description: 'Thrown on the wheel, glazed in oat and fired twice. The foot is left bare, so that you can feel what it is made of.',
    details: ['Holds 300 ml', 'Safe in dishwasher and microwave', 'No two are alike'],
    picture: 'A round stoneware mug with a speckled oat glaze and a bare clay foot',
  },
  {
    handle: 'letterpress-poster',
    title: 'Letterpress poster',
    sku: 'POSTER-SUN',
    price: 3800,
    grams: 210,
    image: 'poster',
    summary: 'Two colours on cotton paper',
    description: 'A low sun over two hills, printed in two passes on a press from 1961. Hold it to the light and you can see the bite of the plate.',
    details: ['40 × 50 cm, cotton paper of 300 g', 'Edition of 200, numbered', 'Sent flat between boards'],
    picture: 'A poster of a red sun low over two dark hills',
  },
  {
    handle: 'linen-tote',
    title: 'Linen tote',
    sku: 'TOTE-INK',
    price: 2950,
    grams: 240,
    image: 'tote',
    summary: 'Washed linen, ink blue',
    description: 'Heavy linen, dyed once and washed until it is soft. Two long handles and one pocket that is deep enough to trust.',
    details: ['38 × 42 cm', 'Carries 12 kg', 'Wash it cold, iron it or do not'],
    picture: 'An ink-blue linen bag with two long handles',
  },
  {
    handle: 'kiln-hum',
    title: 'Kiln hum',
    sku: 'SONG-HUM',
    price: 199,
    grams: 0,
    image: 'song',
    summary: 'A song to download',
    description: 'Four minutes of a kiln cooling down at night, recorded in one take, with a clarinet that happened to be there.',
    details: ['4:08, lossless', 'Yours to download at once', 'Nothing to ship'],
    picture: 'Sound waves that widen into rings, like the inside of a kiln',
  },
  {
    handle: 'gift-card',
    title: 'Gift card',
    sku: 'GIFT-25',
    price: 2500,
    grams: 0,
    image: 'gift-card',
    summary: 'Twenty-five dollars, by e-mail',
    description: 'For somebody whose taste you know well enough not to guess. Arrives by e-mail within a minute and does not run out.',
    details: ['Good for everything on the shelf', 'Arrives by e-mail', 'Nothing to ship'],
    picture: 'A cream card with a clay-red ribbon around it',
  },
]

/** All products of the shop. */
export const products: Product[] = shelf.map((item, index) => ({
  ...item,
  id: 9800000101 + index,
  product_id: 8800000101 + index,
  requires_shipping: item.grams > 0,
  gift_card: item.handle === 'gift-card',
  image: `/images/${item.image}.svg`,
  url: `/products/${item.handle}`,
}))

/** Returns the variant with that id: a product, or the variant for a price of protection. */
export const findVariant = (id: number): Variant | undefined => products.find((product) => product.id === id) ?? protectionVariant(id)

/** Makes the variant for a price of protection. Protection is a product with one variant per price, whose id counts the cents. */
function protectionVariant(id: number): Variant | undefined {
  const { first_variant_id, lowest_cents, highest_cents, step_cents, product_id, title } = protectionProduct
  const price = id - first_variant_id
  if (price < lowest_cents || price > highest_cents || price % step_cents !== 0) return undefined
  return {
    id,
    product_id,
    title,
    sku: `PROTECT-${price}`,
    price,
    grams: 0,
    requires_shipping: false,
    gift_card: false,
    image: '/images/protection.svg',
    url: '/products/shipment-protection',
  }
}
