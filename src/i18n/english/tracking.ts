/** Texts of the tracking widget. Each phase of a package (`late`) has a sentence that explains it (`late_means`). */
export const messages = {
  /** Heading of the form, and of an order without a number. */
  track: 'Track your order',
  /** On the button while an order is looked up, and on a package whose carrier has not replied. */
  finding: 'Looking…',
  /** Notice below an order that cannot be refreshed. */
  unavailable: 'Tracking can’t be reached right now. We’ll keep trying.',
  /** Before `unavailable`. `{time}`: time of day, after its day if that is over. */
  last_known: 'Last updated {time}.',
  /** Notice below an order, without a connection. `{time}`: time of day. */
  offline: 'You’re offline. Last updated {time}.',
  /** The same where nothing is known yet. */
  offline_plain: 'You’re offline. We’ll keep trying.',

  /** Heading of an order. */
  order: 'Order {number}',
  /** Small, below it. `{date}`: weekday, day and month in full. */
  placed: 'Placed {date}',
  /** Badge beside the number of an order with protection. */
  protected: 'Protected',
  /** Small, above the headline of one of several packages. */
  package: 'Package {n} of {total}',
  /** Link below an order: back to the form. */
  another: 'Track another order',
  /** Heard by screen readers when something has changed. */
  new_update: 'New update.',
  /** Headline. `{date}`: “tomorrow”, “Thursday”, “Sun, Nov 29” or “Nov 21 – 24”: it has to read well with each. */
  arriving: 'Arriving {date}',
  /** The same for a package that is late. */
  now_arriving: 'Now arriving {date}',
  /** Headline. `{date}`: “today”, “yesterday” or “Wed, Nov 18”. */
  delivered_on: 'Delivered {date}',
  /** The same for a package that was collected at a shop or a locker. */
  picked_up_on: 'Picked up {date}',
  /** Below the last step: the day that was promised is over. `{date}`: short, “Thu, Nov 19” or “Nov 21 – 24”. */
  expected: 'Was expected {date}',
  /** Heard by screen readers: the button beside a tracking number. */
  copy: 'Copy',
  /** Heard by screen readers afterwards. */
  copied: 'Copied',
  /** Button. `{carrier}`: a name, such as UPS. */
  follow: 'Track on {carrier}',
  /** The same where its name is not known. */
  follow_plain: 'Track with the carrier',
  /** Below the last step, and heading of a day in the list of events that is still to come. */
  planned: 'Expected {date}',
  /** Heading in the list of events: when it happened is not known. */
  undated: 'Day not known',
  /** Event that the carrier has not described. */
  update: 'Status update',
  /** Heading of the list of what is in a package. */
  items: 'Items',
  /** Heading of the towns that a package passed. */
  route: 'Route',
  /** Heading of the newest events. */
  updates: 'Latest updates',
  /** Opens the older events. */
  earlier: 'Earlier updates',
  /** Opens further actions: calendar, share, print. */
  more: 'More about this order',
  /** Button below the first packages of a large order. */
  more_packages: 'Show more packages',
  /** Button: leads to the claim. */
  report: 'Report a problem',
  /** Link below a delivered package: leads to the claim. */
  not_received: 'Didn’t get it? Report a problem',
  /** Button: leads to the shop’s contact page. */
  contact: 'Contact us',
  /** Button below a package that is lost or damaged. */
  start_claim: 'Start a claim',
  /** Follows what went wrong, above the buttons. */
  tell: 'Tell us and we’ll sort it out.',

  /** First of five steps beside each other, each as short as can be: the order has come in. The day stands below it. */
  step_confirmed: 'Ordered',
  /** Second step. The names of the other three are those of the status. */
  step_preparing: 'Preparing',

  /** Status: the order has come in. */
  confirmed: 'Confirmed',
  confirmed_means: 'We have your order.',
  /** Status: there is a label, and the carrier has not scanned it. */
  preparing: 'Preparing your order',
  preparing_means: 'The first scan can take a day or two.',
  /** Status: the carrier has it. */
  on_the_way: 'On the way',
  on_the_way_means: 'The carrier has your package.',
  /** Status: today is the day. */
  out_for_delivery: 'Out for delivery',
  out_for_delivery_means: 'It’s with the driver.',
  /** Status: it is there. */
  delivered: 'Delivered',
  /** Above the headline with the day: who says so. `{carrier}`: a name, or `carrier`. */
  delivered_means: 'Reported by {carrier}',
  /** In place of `{carrier}` in `delivered_means` and `picked_up_means`, where its name is not known. */
  carrier: 'the carrier',
  /** Status: to be collected at a shop or a locker. */
  collect: 'Ready for pickup',
  collect_means: 'Take an ID with you.',
  /** Status: it was collected. */
  picked_up: 'Picked up',
  /** Above the headline with the day: who says so. `{carrier}`: a name, or `carrier`. */
  picked_up_means: 'Reported by {carrier}',
  /** Status: later than promised. */
  late: 'Delayed',
  late_means: 'We’re sorry about the wait.',
  /** Status: the driver could not hand it over. */
  attempted: 'Delivery attempted',
  attempted_means: 'See the carrier’s page for what happens next.',
  /** Headline above the status `attempted`. */
  attempted_title: 'You missed a delivery',
  /** Status: the carrier reports a failure. */
  problem: 'Delivery problem',
  problem_means: 'Something went wrong on the way.',
  /** Status: it goes back to the shop. */
  returning: 'Returning to sender',
  returning_means: 'Contact us and we’ll make it right.',
  /** Headline above the status `returning`. */
  returning_title: 'On its way back to us',
}
