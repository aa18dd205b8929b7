import type { Liquid, TagToken, TopLevelToken } from 'liquidjs'

/** Words by their dotted keys, as Shopify's locale files hold them. */
export interface Locale {
  [key: string]: string | Locale
}

/** Adds Shopify’s extensions to a Liquid engine, as far as the templates for shops use them: two tags without output, and translations. */
export function speakShopify(liquid: Liquid) {
  for (const name of ['doc', 'schema']) {
    liquid.registerTag(name, {
      parse(_: TagToken, rest: TopLevelToken[]) {
        for (;;) {
          const token = rest.shift()
          if (!token) throw new Error(`${name} is not closed`)
          if ((token as TagToken).name === `end${name}`) return
        }
      },
      render: () => '',
    })
  }
  liquid.registerFilter('t', function (key: string) {
    const locale = this.context.getSync(['locale']) as Locale | undefined
    return findWords(locale, key) ?? `Translation missing: ${key}`
  })
}

/** Returns the words under a dotted key. */
function findWords(locale: Locale | undefined, key: string): string | undefined {
  const found = key.split('.').reduce<string | Locale | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), locale)
  return typeof found === 'string' ? found : undefined
}
