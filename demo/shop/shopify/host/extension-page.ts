/**
 * What a page of Shopify gives to one extension. The names are those of the global `shopify`
 * (https://shopify.dev/docs/api/customer-account-ui-extensions/2026-07/target-apis).
 */
export interface ExtensionPage {
  target: string
  /** The address of the extension’s bundle. */
  script: string
  /** The language of the buyer and of the texts, as `de` or `pt-BR`. */
  language: string
  /** The texts of the extension in that language. */
  texts: Texts
  /** Values that never change. */
  fixed: Record<string, unknown>
  /** Values that may change, and groups of these such as `authenticatedAccount.customer`. */
  signals: Record<string, unknown>
  groups: Record<string, Record<string, unknown>>
  /** The functions that only some pages have. */
  offers: ('navigation' | 'toast' | 'requireLogin')[]
}

/** Texts by their keys, as a locale file has them. */
export interface Texts {
  [key: string]: string | Texts
}

/** The functions of the page that the worker may call. */
export type PageAnswers = {
  mutate(records: readonly unknown[]): void
  callMethod(id: string, method: string, args: readonly unknown[]): unknown
  getSessionToken(): Promise<string>
  publish(name: string, data: unknown): boolean
  showToast(text: string): void
  navigate(url: string): void
  requireLogin(): void
  /** Tells of an error that nothing in the extension has handled. */
  fail(message: string): void
  queryAccount(query: string, variables: unknown): Promise<unknown>
}

/** The functions of the worker that the page may call. */
export type WorkerAnswers = {
  start(page: ExtensionPage): void
}
