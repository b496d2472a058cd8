/** The part of the browser's Trusted Types API that TypeScript's types lack. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { readonly createScriptURL: (url: string) => string }): unknown;
}

let isMade = false;

/**
 * Allows only scripts of Stripe, or of the sandbox at `sandboxUrl`; HTML from strings stays forbidden (decision 055).
 * Later calls have no effect.
 */
export function allowCardScripts(sandboxUrl: string | null): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (isMade || trustedTypes === undefined) return;
  isMade = true;
  trustedTypes.createPolicy('default', { createScriptURL: (url) => requireCardScript(url, sandboxUrl) });
}

const STRIPE_HOST = /^([a-z0-9-]+\.)*js\.stripe\.com$/;

function requireCardScript(address: string, sandboxUrl: string | null): string {
  const { protocol, hostname, origin } = new URL(address, location.href);
  const isStripes = protocol === 'https:' && STRIPE_HOST.test(hostname);
  if (isStripes || (sandboxUrl !== null && origin === new URL(sandboxUrl).origin)) return address;
  throw new TypeError(`A script of ${origin} has no business here.`);
}
