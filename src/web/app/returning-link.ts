import { APP_PATHS } from '../../contract/site-paths.ts';

const TOKENS = ['access_token', 'refresh_token'] as const;
const FAILURE = ['error', 'error_code', 'error_description'] as const;

/** Codes that do not say what went wrong. */
const OF_ANYTHING: readonly (string | null)[] = ['unexpected_failure', 'over_request_rate_limit'];

/** Moves a returning link's outcome from fragment and query into search parameters (rules/auth-wire 38, rules/accounts 26). */
export function readableAddress(address: URL): URL {
  const fragment = new URLSearchParams(address.hash.slice(1));
  const failure = failureFromGoogle(address.searchParams) ?? failureIn(fragment);
  if (failure !== null) return withFailure(address, failure);
  if (fragment.has('message')) return withNews(address);
  const isReset = address.pathname === APP_PATHS.resetPassword && TOKENS.every((name) => fragment.has(name));
  return isReset ? withTokens(address, fragment) : address;
}

/** Google reports its failure in the query as well, an emailed link in the fragment alone (rules/auth-wire 33, 38). */
function failureFromGoogle(query: URLSearchParams): string | null {
  return OF_ANYTHING.includes(query.get('error_code')) ? query.get('error') : failureIn(query);
}

function failureIn(parameters: URLSearchParams): string | null {
  return parameters.get('error_code') ?? parameters.get('error');
}

function withFailure(address: URL, failure: string): URL {
  const readable = new URL(address);
  readable.hash = '';
  for (const name of FAILURE) readable.searchParams.delete(name);
  readable.searchParams.set('failure', failure);
  return readable;
}

/** There is only one message, and its words may be forged. */
function withNews(address: URL): URL {
  const readable = new URL(address);
  readable.hash = '';
  readable.searchParams.set('news', 'half_way');
  return readable;
}

function withTokens(address: URL, fragment: URLSearchParams): URL {
  const readable = new URL(address);
  readable.hash = '';
  for (const name of TOKENS) readable.searchParams.set(name, fragment.get(name) ?? '');
  return readable;
}

/** The kind of emailed link that brought a session in this address (rules/auth-wire 38). */
export function emailLinkIn(address: URL): string | null {
  const fragment = new URLSearchParams(address.hash.slice(1));
  return fragment.has('access_token') ? fragment.get('type') : null;
}

export function makeAddressReadable(): void {
  const readable = readableAddress(new URL(location.href));
  if (readable.href !== location.href) history.replaceState(history.state, '', readable);
}

/** Removes a session's tokens from the address before router and history store them. */
export function deleteTokensInAddress(): void {
  if (!new URLSearchParams(location.hash.slice(1)).has('access_token')) return;
  history.replaceState(history.state, '', location.pathname + location.search);
}
