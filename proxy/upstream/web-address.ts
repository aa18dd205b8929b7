import { z } from 'zod'

/** An http or https address, without slashes at its end. */
export const address = z
  .url({ protocol: /^https?$/, error: 'is no http address; "https://widgets.example.com", for example', abort: true })
  .refine((value) => new URL(value).username + new URL(value).password === '', 'carries a name or a password, and addresses are shown; take it out')
  .transform((value) => value.replace(/\/+$/, ''))

/** Whether a host name means this machine. */
export const isOwn = (hostname: string) => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Whether data sent to this address is not encrypted and leaves this machine. */
export function isInsecure(value: string): boolean {
  const { protocol, hostname } = URL.canParse(value) ? new URL(value) : { protocol: '', hostname: '' }
  return protocol === 'http:' && !isOwn(hostname)
}
