/** An attribute of a widget, as its source describes it. */
export interface Attribute {
  name: string
  description: string
  /** The TypeScript type. */
  type: string
  default: string | undefined
}

/** A custom property of a widget. */
export interface Property {
  name: string
  description: string
  default: string | undefined
}

/** A widget with all that a theme may set. */
export interface Widget {
  tag: string
  attributes: Attribute[]
  properties: Property[]
}
