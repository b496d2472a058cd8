declare const URL: new (url: string) => { readonly hostname: string };

export const EMAIL_ADDRESS_LIMIT = 255;

/** `.invalid` never exists (RFC 2606), so no email can be sent to it. */
const ERASED_DOMAIN = '@deleted.invalid';

export function erasedEmail(name: string): string {
  return `${name}${ERASED_DOMAIN}`;
}

export function isErasedEmail(email: string): boolean {
  return email.endsWith(ERASED_DOMAIN);
}

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u;
const LOCAL_PART = /^[\w.!#$%&'*+/=?^`{|}~-]+$/;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})+$`);
const INTERNATIONAL_DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002\uFF0E\uFF61-]+$/u;

/** The email address as it is stored; null if it isn't one (rules/checkout 57). */
export function emailAddressOf(typed: string): string | null {
  if (INVISIBLE.test(typed)) return null;
  const address = typed.trim();
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const domain = domainOf(address.slice(at + 1));
  if (!LOCAL_PART.test(local) || domain === null) return null;
  const stored = `${local.toLowerCase()}@${domain}`;
  return stored.length <= EMAIL_ADDRESS_LIMIT ? stored : null;
}

function domainOf(typed: string): string | null {
  if (!INTERNATIONAL_DOMAIN.test(typed)) return null;
  const domain = /^[\w.-]+$/.test(typed) ? typed.toLowerCase() : punycode(typed);
  return domain !== null && DOMAIN.test(domain) ? domain : null;
}

function punycode(domain: string): string | null {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return null;
  }
}
