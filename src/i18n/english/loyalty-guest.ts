/** What the loyalty widget says to somebody who is not signed in. */
export const messages = {
  guestTitle: 'Members get more',
  guestText: 'Earn credits on every order and spend them like money.',
  joinLink: 'Become a member',
}
