// The code that all widgets share. The entry loads it at the same time as the file of the first widget, instead of after that file.
export { retryImport } from './page/lazy.ts'
