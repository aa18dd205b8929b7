/** The store has another version than this program; the message says which version, and what to do. */
export class OtherVersion extends Error {}
