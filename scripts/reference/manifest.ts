import { cli } from '@custom-elements-manifest/analyzer/cli.js'

interface Documented {
  name: string
  description?: string
  type?: { text: string }
}

/** An attribute, with the property that it sets. */
export interface ManifestAttribute extends Documented {
  fieldName?: string
}

/** A property or a method. */
export interface ManifestMember extends Documented {
  kind: 'field' | 'method'
  attribute?: string
  readonly?: boolean
}

/** An element, as the custom-elements manifest describes it. */
export interface ManifestElement extends Documented {
  tagName: string
  attributes?: ManifestAttribute[]
  members?: ManifestMember[]
  events?: Documented[]
  slots?: Documented[]
  cssParts?: Documented[]
  cssProperties?: (Documented & { default?: string })[]
}

/** The custom-elements manifest of the package (https://github.com/webcomponents/custom-elements-manifest). */
export interface Manifest {
  modules: { path: string; declarations: ManifestElement[] }[]
}

/** Reads the manifest from the sources. */
export const readManifest = async (): Promise<Manifest> =>
  (await cli({ argv: ['analyze', '--config', 'custom-elements-manifest.config.mjs'], noWrite: true })) as Manifest

/** The elements of a manifest. */
export const elementsIn = ({ modules }: Manifest): ManifestElement[] => modules.flatMap(({ declarations }) => declarations.filter(({ tagName }) => tagName))
