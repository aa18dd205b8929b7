/** Returns the path of a request, decoded as routes see it. The target may be relative, or have a scheme and a host. */
export function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? ''
  return decoded(path === '' ? '/' : path)
}

/** Decodes a path, except escapes of characters that would end or divide it. Returns an invalid path unchanged. */
export function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Returns whether a request goes to the control routes of the stand-ins, and not to a service. */
export const isControl = (target: string) => /^\/_control(\/|$)/.test(pathOf(target))
