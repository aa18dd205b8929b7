import { refuseOn, toGid, type Admin, type UserError } from './admin.ts'

/*
 * The key of an order in a metafield that belongs to the app alone: `$app` is its reserved namespace, and UI extensions of the app read it where the
 * platform shows the order to its buyer (https://shopify.dev/docs/apps/build/metafields/ownership).
 */

const set = `mutation ($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) { metafields { id } userErrors { field message } }
}`
const unset = `mutation ($metafields: [MetafieldIdentifierInput!]!) {
  metafieldsDelete(metafields: $metafields) { deletedMetafields { key } userErrors { field message } }
}`

const nameOf = (order: string) => ({ ownerId: toGid('Order', order), namespace: '$app', key: 'order_key' })

/** Writes the key into the order, in place of another one. */
export async function writeOrderKey(admin: Admin, order: string, value: string) {
  const metafields = [{ ...nameOf(order), type: 'single_line_text_field', value }]
  const { metafieldsSet } = await admin.ask<{ metafieldsSet: { userErrors: UserError[] } }>(set, { metafields })
  refuseOn(metafieldsSet.userErrors)
}

/** Removes the key from the order, if it has one. */
export async function removeOrderKey(admin: Admin, order: string) {
  const { metafieldsDelete } = await admin.ask<{ metafieldsDelete: { userErrors: UserError[] } }>(unset, { metafields: [nameOf(order)] })
  refuseOn(metafieldsDelete.userErrors)
}
