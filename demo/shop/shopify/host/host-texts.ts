/** The texts of the page’s own elements, in the languages that the demo’s pages speak. */
const texts: Record<string, { close: string; failed: string }> = {
  en: { close: 'Close', failed: 'The extension failed:' },
  de: { close: 'Schließen', failed: 'Die Erweiterung ist fehlgeschlagen:' },
  ar: { close: 'إغلاق', failed: 'فشل الامتداد:' },
}

export const hostTexts = () => texts[document.documentElement.lang] ?? texts.en!
