/** A failure of a cart. A status below 500 says that no repetition mends it. */
export class CartError extends Error {
  constructor(
    message: string,
    readonly status = 422,
  ) {
    super(message)
  }
}
