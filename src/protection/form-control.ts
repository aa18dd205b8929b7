/** What scripts ask of a native form control, beside its `name` and whether it is `checked`; what it says of its validity is always good. */
export interface FormControl extends Pick<ElementInternals, 'form' | 'labels' | 'validity' | 'validationMessage' | 'willValidate'> {
  type: 'checkbox'
  value: string
  disabled: boolean
  checkValidity(): boolean
  reportValidity(): boolean
}

const mirrored = ['form', 'labels', 'validity', 'validationMessage', 'willValidate'] as const

/** Gives an element these members once. */
export function actAsControl(host: HTMLElement & Partial<FormControl>, internals: ElementInternals, valueOf: () => string): void {
  if (host.type) return
  Object.defineProperties(host, {
    type: { value: 'checkbox' },
    value: { get: valueOf, set() {} },
    disabled: { get: () => host.hasAttribute('disabled'), set: (disabled: boolean) => void host.toggleAttribute('disabled', disabled) },
    checkValidity: { value: () => internals.checkValidity() },
    reportValidity: { value: () => internals.reportValidity() },
  })
  for (const name of mirrored) Object.defineProperty(host, name, { get: () => internals[name] })
}
