/** Texts of the form of the tracking widget: fields, mistakes in them, and failed look-ups. */
export const messages = {
  order_number: 'Order number',
  email: 'Email',
  or: 'or',
  tracking_number: 'Tracking number',
  find: 'Find my order',
  missing: 'Please fill this in.',
  either: 'Fill in both, or a tracking number.',
  wrong: 'That doesn’t look like an email address.',
  not_found: 'We couldn’t find an order with these details.',
  rate_limited: {
    one: 'That was a lot of tries. Please wait a minute.',
    other: 'That was a lot of tries. Please wait {minutes} minutes.',
  },
}
