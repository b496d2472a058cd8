import { createHash, timingSafeEqual } from 'node:crypto';

/** `login` has the form name:password. Digests of equal length are compared, so that the time reveals nothing. */
export function isBasicLogin(header: string | undefined, login: string): boolean {
  const expected = `Basic ${Buffer.from(login, 'utf8').toString('base64')}`;
  return timingSafeEqual(digest(header ?? ''), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
