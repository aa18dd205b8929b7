/** Texts of the loyalty widget for visitors who have not joined. */
export const messages = {
  /** Heading where the service tells neither the name of the program nor what it gives back. */
  guestTitle: 'Members get more',
  /** Below the heading, for visitors who are not signed in. */
  guestText: 'Earn credits on every order and spend them like cash.',
  /** Main button; leads to the shop’s page for joining. */
  joinLink: 'Become a member',
  /** Heading. `{program}`: the name of the program. */
  joinTitle: 'Become a member of {program}',
  /** Heading where a benefit gives a percentage back. */
  backTitle: 'Get up to {percent} back on every order',
  /** Large figure that only the highest tier gives: “up to 10%”, “up to $20”. */
  upTo: 'up to {amount}',
  /** Heading above cards such as “Birthday gift, $10”, and campaigns. */
  waysToEarn: 'Ways to earn',
  /** Heading above a table that compares the tiers. */
  compare: 'The more you shop, the more you get',
  /** Below a large figure: “10 %”. */
  backInCredits: 'back in credits',
  /** Below a large figure: “$10”. */
  whenYouJoin: 'when you join',
  /** Below a large figure: “$10”. */
  onYourBirthday: 'on your birthday',
  /** Row of the table; the cells hold percentages. */
  creditsBack: 'Credits back',
  /** Row of the table; the cells hold a tick or a dash. */
  freeShipping: 'Free shipping',
  /** Row of the table: members may buy new things before others. */
  earlyAccess: 'Early access',
  /** First row of the table; the cells hold “from $300 a year” or `free`. */
  tierTerms: 'How to get there',
  /** Cell of that row: the tier asks for nothing. */
  free: 'Free',
  /** Heard by screen readers in place of a tick. */
  included: 'Included',
  /** Heard by screen readers in place of a dash. */
  notIncluded: 'Not included',
}
