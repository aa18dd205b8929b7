/** The text with this secret left out, however it is written there: as it is, inside JSON, or in an address. */
export function withoutSecret(text: string, secret: string): string {
  const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), String(new URLSearchParams([['', secret]])).slice(1)]
  // One form may hold another, and would leave the rest of itself behind.
  return forms.sort((a, b) => b.length - a.length).reduce((safe, form) => safe.replaceAll(form, '…'), text)
}
