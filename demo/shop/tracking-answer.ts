/** The parts of a tracking page’s data that the shop uses. */
export interface TrackingAnswer {
  protected: boolean | null
  /** The state of protection, if shoppers may change it. */
  protection?: { state: 'unprotected' | 'protecting' | 'protected' | 'removing' | 'removed' }
  financial_status: string | null
  packages: { tracking_number: string | null; events: { message: string | null }[] }[]
}
