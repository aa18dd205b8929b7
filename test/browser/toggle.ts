/** Finds a part of an element by its name. */
export const part = (element: Element, name: string) => element.shadowRoot!.querySelector<HTMLElement>(`[part=${name}]`)!

/** The control of a toggle. */
export const control = (element: Element) => part(element, 'switch') as HTMLInputElement

/** Whether protection is offered and visible. */
export const offered = (element: Element) => part(element, 'offer')?.checkVisibility({ visibilityProperty: true })
