import { redirect } from '@tanstack/react-router';
import { APP_PATHS } from '../../contract/site-paths.ts';
import type { PlanType } from '../../domain/plans.ts';
import { isWayIn, ownPath } from './own-path.ts';
import { withSlowFallback } from './slow-fallback.ts';
import { accountSearch, authSearch, stringifySearch } from './search-params.ts';
import { awaitsSecondStep } from './second-step.ts';
import { settledSession, type User } from './session.ts';
import { IN_BROWSER } from './site.ts';
import { storedUser } from './stored-session.ts';

interface Place {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
}

export async function signedInUser(): Promise<User | null> {
  const session = await settledSession();
  return session === null || awaitsSecondStep(session) ? null : session.user;
}

const ANY_USER: User = { id: '', app_metadata: {}, user_metadata: {}, aud: '', created_at: '' };

/** Redirects a visitor to sign in (rules/accounts 1). The outcome of an emailed link is passed on. */
export async function requireUser({ location }: { location: Place }): Promise<{ user: User }> {
  if (!IN_BROWSER) return { user: ANY_USER };
  const user = await withSlowFallback(signedInUser(), async () => storedUser());
  if (user !== null) return { user };
  const { failure, news, ...search } = location.search;
  const next = goesOn(location) ?? location.pathname + stringifySearch(search);
  throw redirect({ to: APP_PATHS.signin, search: authSearch.parse({ next, failure, news }) });
}

/** The page that follows after the link of a sign-up's email opened the account; null if none (rules/accounts 68). */
export function goesOn({ pathname, search }: Place): string | null {
  if (pathname !== APP_PATHS.account) return null;
  const { next, plan } = accountSearch.parse(search);
  return ownPath(next) ?? (plan === undefined ? null : seasonsPath(plan));
}

export interface AuthGuard {
  readonly location: Place;
  readonly search: { readonly next?: string | undefined; readonly plan?: PlanType | undefined };
}

/** Redirects a signed-in user to the page that required the sign-in, or else to `fallback`. */
export function skipWhenSignedIn(fallback: (plan: PlanType | undefined) => string | Promise<string>) {
  return async ({ location, search: { next, plan } }: AuthGuard): Promise<void> => {
    const session = await settledSession();
    if (session === null) return;
    if (!awaitsSecondStep(session)) throw redirect({ href: ownPath(next) ?? (await fallback(plan)) });
    if (location.pathname !== APP_PATHS.signin) throw redirect({ to: APP_PATHS.signin, search: { next } });
  };
}

export function signinFrom({ pathname, search }: Place): string {
  return APP_PATHS.signin + stringifySearch({ next: wayOn(pathname, search) });
}

const OF_A_LINK: ReadonlySet<string> = new Set([APP_PATHS.giftClaim, APP_PATHS.readAlong]);

function wayOn(pathname: string, search: Place['search']): string | undefined {
  const { next, plan } = authSearch.parse(search);
  if (pathname === APP_PATHS.seasonSelection) return seasonsPath(plan);
  if (OF_A_LINK.has(pathname)) return pathname + stringifySearch(search);
  if (!isWayIn(pathname)) return undefined;
  return next ?? (plan && seasonsPath(plan));
}

export function seasonsPath(plan: PlanType | undefined): string {
  return APP_PATHS.seasonSelection + stringifySearch({ plan });
}
