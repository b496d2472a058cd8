import { APP_PATHS } from '../../contract/site-paths.ts';

const FAILURE = ['error', 'error_code', 'error_description'] as const;

/** Codes that don't say what went wrong. */
const OF_ANYTHING: readonly (string | null)[] = ['unexpected_failure', 'over_request_rate_limit'];

/**
 * Moves a link's outcome from the fragment and query into search parameters (rules/auth-wire 38, rules/accounts 26).
 */
export function readableAddress(address: URL): URL {
  const fragment = new URLSearchParams(address.hash.slice(1));
  const failure = failureFromGoogle(address.searchParams) ?? failureIn(fragment);
  if (failure !== null) return moved(address, { failure });
  // The message's text isn't shown, since it may be forged. There is only one such message.
  if (fragment.has('message')) return moved(address, { news: 'half_way' });
  const [access_token, refresh_token] = [fragment.get('access_token'), fragment.get('refresh_token')];
  if (address.pathname !== APP_PATHS.resetPassword || access_token === null || refresh_token === null) return address;
  return moved(address, { access_token, refresh_token });
}

/**
 * Google's failure is also in the query; an emailed link's failure is only in the fragment (rules/auth-wire 33, 38).
 */
function failureFromGoogle(query: URLSearchParams): string | null {
  return OF_ANYTHING.includes(query.get('error_code')) ? query.get('error') : failureIn(query);
}

function failureIn(parameters: URLSearchParams): string | null {
  return parameters.get('error_code') ?? parameters.get('error');
}

function moved(address: URL, parameters: Readonly<Record<string, string>>): URL {
  const readable = new URL(address);
  readable.hash = '';
  for (const name of FAILURE) readable.searchParams.delete(name);
  for (const [name, value] of Object.entries(parameters)) readable.searchParams.set(name, value);
  return readable;
}

/** The kind of emailed link whose session is in this URL (rules/auth-wire 38). */
export function emailLinkIn(address: URL): string | null {
  const fragment = new URLSearchParams(address.hash.slice(1));
  return fragment.has('access_token') ? fragment.get('type') : null;
}

export function makeAddressReadable(): void {
  const readable = readableAddress(new URL(location.href));
  if (readable.href !== location.href) history.replaceState(history.state, '', readable);
}

/** Removes a session's tokens from the URL before the router and the history store them. */
export function deleteTokensInAddress(): void {
  const clean = withoutTokens(new URL(location.href));
  if (clean.href !== location.href) history.replaceState(history.state, '', clean);
}

export function withoutTokens(address: URL): URL {
  if (!new URLSearchParams(address.hash.slice(1)).has('access_token')) return address;
  return moved(address, emailLinkIn(address) === 'email_change' ? { news: 'email_changed' } : {});
}
