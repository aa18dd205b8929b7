/** The scopes that the app needs, each with what the proxy does by it. */
export const neededScopes: Readonly<Record<string, string>> = {
  read_orders: 'find lost orders',
  write_orders: 'refund, keys of orders',
  write_draft_orders: 'reorder',
  read_products: 'pictures',
  read_customers: 'credit',
  read_store_credit_accounts: 'credit',
  read_store_credit_account_transactions: 'credit',
  write_store_credit_account_transactions: 'credit',
}

/** The needed scopes that a list of granted scopes lacks. A scope that writes includes the one that reads. */
export function missingScopes(granted: Iterable<string>): string[] {
  const has = new Set([...granted].flatMap((scope) => [scope, scope.replace(/^write_/, 'read_')]))
  return Object.keys(neededScopes).filter((scope) => !has.has(scope))
}
