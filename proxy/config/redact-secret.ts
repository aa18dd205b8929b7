/** Replaces a secret in a text by “…”, in each of its written forms: plain, inside JSON, or in an address. */
export function redactSecret(text: string, secret: string): string {
  const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), String(new URLSearchParams([['', secret]])).slice(1)]
  // Longest first: one form may contain another, and would otherwise leave a part of itself in the text.
  return forms.sort((a, b) => b.length - a.length).reduce((safe, form) => safe.replaceAll(form, '…'), text)
}
