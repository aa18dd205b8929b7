/** The texts for each state of an order's protection, by their keys: what it is, and what that means. */
export const protectionKeys = {
  unprotected: ['protect_title', 'protect_text'],
  protecting: ['protecting', 'protecting_text'],
  protected: ['protected_title', 'protected_text'],
  removing: ['removing', 'removing_text'],
  removed: ['removed', 'removed_text'],
} as const
