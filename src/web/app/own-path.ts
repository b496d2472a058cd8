import { APP_PATHS, CONSOLE_PATHS } from '../../contract/site-paths.ts';
import { parseUrl } from '../parse-url.ts';

const WAYS_IN: ReadonlySet<string> = new Set([
  APP_PATHS.signup,
  APP_PATHS.signin,
  APP_PATHS.forgotPassword,
  APP_PATHS.resetPassword,
  APP_PATHS.authCallback,
]);

export function isWayIn(path: string): boolean {
  return WAYS_IN.has(path);
}

const RETURNED_TO: ReadonlySet<string> = new Set(
  [...Object.values(APP_PATHS), ...Object.values(CONSOLE_PATHS)].filter((path) => !isWayIn(path)),
);

/** Any origin would do, since it only shows whether the path leads to another site. */
const BASE = 'https://own.invalid';

/**
 * The page to return to after sign-in (rules/accounts 3). Compared after URL parsing, so that `//`, `/\` and tabs hide
 * nothing.
 */
export function ownPath(next: string | undefined): string | null {
  const url = next === undefined ? null : parseUrl(next, BASE);
  return url?.origin === BASE && RETURNED_TO.has(url.pathname) ? url.pathname + url.search : null;
}
