/** The languages of the widgets: English, and each folder of `src/i18n/translations`. The proxy counts by the same languages. */
export const languages: readonly string[] = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pt']
