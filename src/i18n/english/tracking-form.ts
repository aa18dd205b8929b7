/** Texts of the form of the tracking widget: fields, mistakes in them, and failed look-ups. */
export const messages = {
  order_number: 'Order number',
  email: 'E-mail address',
  or: 'or',
  tracking_number: 'Tracking number',
  find: 'Find it',
  missing: 'Please fill this in.',
  either: 'Fill in both, or a tracking number.',
  wrong: 'This does not look like an e-mail address.',
  not_found: 'We could not find an order with these details.',
  rate_limited: {
    one: 'That was a lot of tries. Please wait a minute.',
    other: 'That was a lot of tries. Please wait {minutes} minutes.',
  },
}
