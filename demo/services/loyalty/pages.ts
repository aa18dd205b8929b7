/** The default number of entries of a page (A4). */
export const defaultLimit = 50
