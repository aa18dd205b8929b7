/** A sentence of a document, then the numbers of the assumptions that settle what it leaves open. */
export type Sentence = readonly [words: string, ...settledBy: string[]]

/** A document: its sections by their titles, and in each its sentences by their numbers. */
export type Sections = Readonly<Record<string, Readonly<Record<string, Sentence>>>>
