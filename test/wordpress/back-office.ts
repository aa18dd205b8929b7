import type { BrowserContext } from '@playwright/test'
import type { Site } from './site.ts'

/** Signs a user in, so that the pages of this context are that user's. */
export async function signIn(context: BrowserContext, site: Site, user = 'admin', password = 'admin-pass-1') {
  await context.request.post(`${site.url}/wp-login.php`, { form: { log: user, pwd: password } })
}

/** A nonce as the pages of this context have it: of the user who is signed in there, or of nobody. */
export async function nonceOf(context: BrowserContext, site: Site, action: string): Promise<string> {
  const cookie = (await context.cookies(site.url)).find(({ name }) => name.startsWith('wordpress_logged_in_'))
  return site.run<string>(`
	$_COOKIE[ LOGGED_IN_COOKIE ] = rawurldecode( '${cookie?.value ?? ''}' );
	wp_set_current_user( (int) wp_validate_auth_cookie( '', 'logged_in' ) );
	return wp_create_nonce( '${action}' );`)
}

/** The address of an order's screen. */
export const orderScreen = (site: Site, id: number) => site.run<string>(`return wc_get_order( ${id} )->get_edit_order_url();`, { admin: true })
