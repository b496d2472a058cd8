import { redirect } from '@tanstack/react-router';
import { APP_PATHS } from '../../contract/site-paths.ts';
import { ownPath } from './own-path.ts';
import { stringifySearch, authSearch } from './search-params.ts';
import { awaitsSecondStep } from './second-step.ts';
import { settledSession, type User } from './session.ts';

interface Place {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
}

/** Who is signed in, with the second step where there is one to pass. */
export async function signedInUser(): Promise<User | null> {
  const session = await settledSession();
  return session === null || awaitsSecondStep(session) ? null : session.user;
}

/**
 * For pages that need somebody: a visitor signs in first and then comes back (rules/accounts 1). What came of a mailed link goes along;
 * nobody would come back for it.
 */
export async function requireUser({ location }: { location: Place }): Promise<{ user: User }> {
  const user = await signedInUser();
  if (user !== null) return { user };
  const { failure, news, ...search } = location.search;
  const next = location.pathname + stringifySearch(search);
  throw redirect({ to: APP_PATHS.signin, search: authSearch.parse({ next, failure, news }) });
}

export interface AuthGuard {
  readonly location: Place;
  readonly search: { readonly next?: string | undefined };
}

/**
 * For the ways in: whoever is signed in already, or has just been, goes on to the page that asked, else to `fallback`. Whoever
 * still owes the second step is asked for it at sign-in.
 */
export function skipWhenSignedIn(fallback: string) {
  return async ({ location, search: { next } }: AuthGuard): Promise<void> => {
    const session = await settledSession();
    if (session === null) return;
    if (!awaitsSecondStep(session)) throw redirect({ href: ownPath(next) ?? fallback });
    if (location.pathname !== APP_PATHS.signin) throw redirect({ to: APP_PATHS.signin, search: { next } });
  };
}
