/** What the loyalty widget says to somebody who is not signed in. */
export const en = {
  guestTitle: 'Members get more',
  guestText: 'Earn credits on every order and spend them like money.',
  joinLink: 'Become a member',
}

/** The texts for somebody who is not signed in. */
export type LoyaltyGuestWords = typeof en
