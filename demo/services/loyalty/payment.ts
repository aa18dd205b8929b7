/** Whether a card number stands anywhere in it, as text or as a number, in groups or not (A41). */
export function holdsCardNumber(value: unknown): boolean {
  if (value !== null && typeof value === 'object') return Object.values(value).some(holdsCardNumber)
  return /^\d{12,19}$/.test(String(value).replace(/[ -]/g, ''))
}
