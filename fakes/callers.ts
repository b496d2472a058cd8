const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether a request's `Host` is a loopback name: under DNS rebinding, `Host` is the other site's name.
 * The port is not compared, since tunnels and containers change it.
 */
export function isForUs(host: string | undefined): boolean {
  const url = urlOf(`http://${host ?? ''}`);
  return url !== null && LOOPBACK.test(url.hostname);
}

/** Whether an `Origin` is a page of this machine, on any port, or of the shop at `siteUrl`; programs send none. */
export function isFromHere(origin: string | undefined, siteUrl?: string): boolean {
  if (origin === undefined) return true;
  const url = urlOf(origin);
  if (url === null) return false;
  return LOOPBACK.test(url.hostname) || (siteUrl !== undefined && url.origin === urlOf(siteUrl)?.origin);
}

export function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin === undefined || origin === `http://${host ?? ''}`;
}

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
