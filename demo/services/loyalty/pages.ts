/** How many entries a page holds unless it is asked for another number (A4). */
export const defaultLimit = 50
