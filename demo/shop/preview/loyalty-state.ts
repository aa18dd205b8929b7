/** A state of the loyalty panel, and how the preview produces it. */
export interface LoyaltyState {
  name: string
  title: string
  /** A description of what the page shows. */
  shows: string
  /** The customer who looks at the page; by default nobody is signed in. */
  who?: string
  /** How the proxy behaves: for all requests, or for those after the first. */
  conditions?: 'slow' | 'down' | 'down-later' | 'ended-later'
  /** Parts of the response that replace those of the service. */
  overrides?: Membership
  /** Parts of the first response only; later responses are unchanged. */
  firstOverrides?: Membership
  /** Whether the shopper’s changes are refused; by default they are accepted. */
  refuses?: boolean
  /** The shopper’s steps once the panel is there: "press", "type" or "refresh", with an argument. */
  actions?: string[]
  /** More attributes of the element. */
  attributes?: Record<string, string>
  /** A look that the page adds. */
  setting?: string
  /** Whether the page omits the script. */
  noScript?: boolean
  dir?: 'rtl'
}

/** Parts of a membership, in the form of the proxy. Those of the member and the program are merged into the service’s data. */
export type Membership = Record<string, unknown> & { member?: object | null; program?: object }
