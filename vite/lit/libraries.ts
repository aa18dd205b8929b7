import { cssTag } from './css-tag.ts'
import { litElement } from './lit-element.ts'
import { litHtml } from './lit-html.ts'
import { reactiveElement } from './reactive-element.ts'
import { task } from './task.ts'

/** One file of a library, and what is different about it in a browser's copy. */
export interface Library {
  /** The beginning of the SHA-256 of the text that all this was written for. */
  hash: string
  /** What stands in the place of what, by name (see `declarations.ts`); nothing, where it is left out. */
  instead: Record<string, string>
}

/** Every file of the libraries that may come into a bundle, by its path below `node_modules`. */
export const libraries: Record<string, Library> = {
  'lit-html/development/lit-html.js': litHtml,
  '@lit/reactive-element/development/reactive-element.js': reactiveElement,
  '@lit/reactive-element/development/css-tag.js': cssTag,
  'lit-element/development/lit-element.js': litElement,
  '@lit/task/development/task.js': task,
}
