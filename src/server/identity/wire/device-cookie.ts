import { createHash, randomBytes } from 'node:crypto';
import { getCookie, setCookie } from 'hono/cookie';
import type { IdentityContext } from '../context.ts';
import type { Call } from './http.ts';

const NAME = 'device';
const SEPARATOR = '.';
/** How many accounts a browser is remembered for. */
const ACCOUNTS = 4;
const LIFETIME_SECONDS = 400 * 24 * 3600;
const ID_BYTES = 16;
const EXPIRY_BYTES = 6;

/** From now on this browser has its own limit for guesses at that account's password (decision 043). */
export function rememberDevice(ctx: IdentityContext, call: Call, email: string): void {
  if (deviceOf(ctx, call, email) !== null) return;
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUIntBE(Math.floor(ctx.clock.now().getTime() / 1000) + LIFETIME_SECONDS, 0, EXPIRY_BYTES);
  const entry = ctx.keys.seal(Buffer.concat([randomBytes(ID_BYTES), expiry, accountHash(email)])).toString('base64url');
  const isSecure = ctx.config.siteUrl.startsWith('https:');
  setCookie(call, NAME, [entry, ...entriesOf(ctx, call)].slice(0, ACCOUNTS).join(SEPARATOR), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: LIFETIME_SECONDS,
    ...(isSecure && { secure: true, prefix: 'host' as const }),
  });
}

/** The id of this browser if it has signed in to the account before; otherwise null. */
export function deviceOf(ctx: IdentityContext, call: Call, email: string): string | null {
  const entries = entriesOf(ctx, call);
  if (entries.length === 0) return null;
  const account = accountHash(email);
  for (const entry of entries) {
    const opened = open(ctx, entry);
    if (opened === null || opened.length !== ID_BYTES + EXPIRY_BYTES + account.length) continue;
    const isAlive = opened.readUIntBE(ID_BYTES, EXPIRY_BYTES) * 1000 > ctx.clock.now().getTime();
    if (isAlive && opened.subarray(ID_BYTES + EXPIRY_BYTES).equals(account)) {
      return opened.subarray(0, ID_BYTES).toString('base64url');
    }
  }
  return null;
}

function entriesOf({ config }: IdentityContext, call: Call): string[] {
  const isSecure = config.siteUrl.startsWith('https:');
  const cookie = isSecure ? getCookie(call, NAME, 'host') : getCookie(call, NAME);
  return cookie?.split(SEPARATOR).slice(0, ACCOUNTS) ?? [];
}

/** Encrypted, so that a thief can neither make an entry nor read which account it is for. */
function open({ keys }: IdentityContext, entry: string): Buffer | null {
  try {
    return keys.open(Buffer.from(entry, 'base64url'));
  } catch {
    return null;
  }
}

function accountHash(email: string): Buffer {
  return createHash('sha256').update(email.toLowerCase()).digest();
}
