import { redirect } from '@tanstack/react-router';
import { APP_PATHS } from '../../contract/site-paths.ts';
import { ownPath } from './own-path.ts';
import { settledSession, type User } from './session.ts';

/** For pages that need somebody: a visitor signs in first and then comes back (SPEC §6). */
export async function requireUser({ location }: { location: { href: string } }): Promise<{ user: User }> {
  const session = await settledSession();
  if (session === null) throw redirect({ to: APP_PATHS.signin, search: { next: location.href } });
  return { user: session.user };
}

/** For the ways in: whoever is signed in already, or has just been, goes on to the page that asked, else to `fallback`. */
export function skipWhenSignedIn(fallback: string) {
  return async ({ search }: { search: { next?: string | undefined } }): Promise<void> => {
    if ((await settledSession()) !== null) throw redirect({ href: ownPath(search.next) ?? fallback });
  };
}
