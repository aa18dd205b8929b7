// What every widget stands on. The entry loads it beside the first widget's own file, not only once that file asks for it.
export { retryImport } from './page/lazy.ts'
