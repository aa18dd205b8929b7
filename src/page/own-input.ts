/** Keeps an event of the widget's own fields inside the widget: a theme that listens for input on its fields does not mean these. */
export const keepInside = (event: Event) => event.stopPropagation()
