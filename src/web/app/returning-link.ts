import { APP_PATHS } from '../../contract/site-paths.ts';

const TOKENS = ['access_token', 'refresh_token'] as const;
const FAILURE = ['error', 'error_code', 'error_description'] as const;

/** Codes that say that something went wrong, and not with what. */
const OF_ANYTHING: readonly (string | null)[] = ['unexpected_failure', 'over_request_rate_limit'];

/**
 * The address by which a link of ours or Google brought somebody back, made fit for the router: why it failed becomes
 * `failure` (a code; what else stands there, anybody may have written), that a new e-mail address has been confirmed by one of its two
 * mails becomes `news` (rules/auth-wire 38), and the tokens of a reset link move from the fragment into the query (rules/accounts 26). Any other address
 * stays as it is.
 */
export function readableAddress(address: URL): URL {
  const fragment = new URLSearchParams(address.hash.slice(1));
  const failure = failureFromGoogle(address.searchParams) ?? failureIn(fragment);
  if (failure !== null) return withFailure(address, failure);
  if (fragment.has('message')) return withNews(address);
  const isReset = address.pathname === APP_PATHS.resetPassword && TOKENS.every((name) => fragment.has(name));
  return isReset ? withTokens(address, fragment) : address;
}

/**
 * The way back from Google tells its failure in the query as well, a mail's link in the fragment alone (rules/auth-wire 33, 38). Where
 * the code would not tell the two apart, OAuth's own word for it does.
 */
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

/** There is but one message, and its words may be anybody's. */
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

/** The kind of mailed link that brought a session along in this address (rules/auth-wire 38); null when none did. */
export function emailLinkIn(address: URL): string | null {
  const fragment = new URLSearchParams(address.hash.slice(1));
  return fragment.has('access_token') ? fragment.get('type') : null;
}

/** Puts the readable address in the place of the one that was opened. No request is made by it. */
export function makeAddressReadable(): void {
  const readable = readableAddress(new URL(location.href));
  if (readable.href !== location.href) history.replaceState(history.state, '', readable);
}

/** Takes a session's tokens out of the address, once the client has read them, before router and history keep them. */
export function deleteTokensInAddress(): void {
  if (!new URLSearchParams(location.hash.slice(1)).has('access_token')) return;
  history.replaceState(history.state, '', location.pathname + location.search);
}
