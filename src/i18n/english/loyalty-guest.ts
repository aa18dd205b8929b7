/** Texts of the loyalty widget for visitors who are not signed in. */
export const messages = {
  guestTitle: 'Members get more',
  guestText: 'Earn credits on every order and spend them like money.',
  joinLink: 'Become a member',
}
