/** Makes the benefit of free shipping for orders such as "over $50". */
export const freeShipping = (orders: string) => ({ type: 'FREE_SHIPPING', name: 'Free shipping', description: `On every order ${orders}.` })

/** Makes the benefit of a share of every order, given back as credits. */
export const orderCredits = (percent: number) => ({
  type: 'ORDER_CREDITS',
  name: `${percent}% back in credits`,
  description: `Every order earns ${percent}% of what it cost.`,
  creditPercent: percent,
})

/** Makes the benefit of credits once a year. */
export const birthdayCredits = (creditAmount: number) => ({
  type: 'BIRTHDAY_CREDITS',
  name: 'A gift on your birthday',
  description: 'A birthday treat from us.',
  creditAmount,
})

/** Makes the benefit of credits for each year as a member. */
export const anniversaryCredits = (creditAmount: number) => ({
  type: 'ANNIVERSARY_CREDITS',
  name: 'Anniversary credits',
  description: 'A thank-you for each year with us.',
  creditAmount,
  days: 0,
  frequency: 365,
})

/** Makes the benefit of seeing new products some hours before others. */
export const earlyAccess = (things: string, hours: number) => ({
  type: 'EARLY_ACCESS',
  name: 'Early access',
  description: `See new ${things} ${hours} hours before anyone else.`,
})

/** Makes the benefit of credits for joining. */
export const signupCredits = (creditAmount: number) => ({
  type: 'SIGNUP_CREDITS',
  name: 'Welcome credits',
  description: 'A thank-you for joining.',
  creditAmount,
  days: 0,
})
