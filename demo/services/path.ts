/** The path that a request is for, decoded as routes see it, whichever form its target has: relative, or with scheme and host. */
export function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? ''
  return decoded(path === '' ? '/' : path)
}

/** The same path with its escapes read, but for those of characters that would end it or divide it; as it stands where they mean nothing. */
export function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Whether that request is about the stand-ins themselves, and not to a service. */
export const isControl = (target: string) => /^\/_control(\/|$)/.test(pathOf(target))
