/** Texts of the form of the tracking widget: fields, mistakes in them, and failed look-ups. */
export const messages = {
  /** Label of the first field. */
  order_number: 'Order number',
  /** Label of the second field: the address that the confirmation went to. */
  email: 'Email',
  /** Between these two fields and the third: one or the other. */
  or: 'or',
  /** Label of the third field. */
  tracking_number: 'Tracking number',
  /** Main button. */
  find: 'Find my order',
  /** Error at an empty field. */
  missing: 'Please fill this in.',
  /** Error at the form: all fields are empty. */
  either: 'Enter your order number and email, or a tracking number.',
  /** Error at the field `email`. */
  wrong: 'That doesn’t look like an email address.',
  /** Error at the form. The same for every miss, so that nobody can guess orders. */
  not_found: 'We couldn’t find an order with these details.',
  /** Error at the form. `{minutes}`: a number. */
  rate_limited: {
    one: 'Too many attempts. Please wait a minute.',
    other: 'Too many attempts. Please wait {minutes} minutes.',
  },
}
