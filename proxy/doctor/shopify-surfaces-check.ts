import type { Admin } from '../shop-admin/shopify/admin.ts'
import { noted, passed, type Finding } from './finding.ts'

const accountsQuestion = '{ shop { customerAccountsV2 { customerAccountsVersion } } }'
const pagesQuestion = '{ checkoutProfiles(first: 1, query: "is_published:true") { nodes { typOspPagesActive } } }'

interface Accounts {
  shop: { customerAccountsV2: { customerAccountsVersion: string } }
}
interface Pages {
  checkoutProfiles: { nodes: { typOspPagesActive: boolean }[] }
}

/** Which customer accounts the shop uses, and whether its thank-you and order status pages show UI extensions. */
export const checkShopifySurfaces = async (admin: Admin): Promise<Finding[]> => [await checkAccounts(admin), await checkPages(admin)]

async function checkAccounts(admin: Admin): Promise<Finding> {
  const check = 'Shopify customer accounts'
  try {
    const { customerAccountsVersion: version } = (await admin.ask<Accounts>(accountsQuestion, {})).shop.customerAccountsV2
    if (version === 'NEW_CUSTOMER_ACCOUNTS') return passed(check, 'the shop uses customer accounts, which show UI extensions')
    return noted(
      check,
      `the shop uses legacy accounts (${version}): they show the blocks of the theme, and no UI extension`,
      'Switch in Settings > Customer accounts of the shop; Shopify ends legacy accounts',
    )
  } catch (error) {
    return unknown(check, error)
  }
}

async function checkPages(admin: Admin): Promise<Finding> {
  const check = 'Shopify order pages'
  try {
    const [profile] = (await admin.ask<Pages>(pagesQuestion, {})).checkoutProfiles.nodes
    if (profile?.typOspPagesActive) return passed(check, 'the thank-you page and the order status page show UI extensions')
    return noted(
      check,
      'the thank-you page and the order status page are not upgraded, so they show no UI extension',
      'Upgrade them in Settings > Checkout of the shop',
    )
  } catch (error) {
    return unknown(check, error)
  }
}

const unknown = (check: string, error: unknown) => noted(check, `not known: ${(error as Error).message}`)
