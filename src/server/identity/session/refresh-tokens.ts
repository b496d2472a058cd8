import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SessionRow } from '../schema.ts';

/**
 * base64url(version ‖ session id ‖ counter ‖ MAC). Tokens aren't stored, so the active one can be issued again
 * (rules/auth-wire 26).
 */
export interface ParsedRefreshToken {
  readonly sessionId: string;
  readonly counter: number;
  readonly signed: Buffer;
  readonly mac: Buffer;
}

const VERSION = 1;
const COUNTER_AT = 17;
const MAC_AT = 21;
/** 128 bits. */
const MAC_BYTES = 16;

export function makeRefreshToken(sessionId: string, counter: number, key: Uint8Array): string {
  const signed = Buffer.alloc(MAC_AT);
  signed.writeUInt8(VERSION);
  signed.write(sessionId.replaceAll('-', ''), 1, 'hex');
  signed.writeUInt32BE(counter, COUNTER_AT);
  return Buffer.concat([signed, macOf(signed, key)]).toString('base64url');
}

export function parseRefreshToken(token: string): ParsedRefreshToken | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== MAC_AT + MAC_BYTES || bytes.readUInt8() !== VERSION) return null;
  if (bytes.toString('base64url') !== token) return null;
  const id = bytes.toString('hex', 1, COUNTER_AT);
  return {
    sessionId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    counter: bytes.readUInt32BE(COUNTER_AT),
    signed: bytes.subarray(0, MAC_AT),
    mac: bytes.subarray(MAC_AT),
  };
}

export function isGenuine(token: ParsedRefreshToken, key: Uint8Array): boolean {
  return timingSafeEqual(token.mac, macOf(token.signed, key));
}

function macOf(signed: Buffer, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(signed).digest().subarray(0, MAC_BYTES);
}

export type RefreshVerdict = 'rotate' | 'reissue' | 'refuse' | 'revoke';

const PARENT_WINDOW_MS = 60_000;

/**
 * The active token returns a new one. The previous token returns the active one for a minute, older ones do so for
 * `reuseSeconds`; others end the session (rules/auth-wire 27).
 */
export function judgeRefresh(
  session: Pick<SessionRow, 'refreshCounter' | 'refreshFloor' | 'refreshedAt'>,
  counter: number,
  now: Date,
  reuseSeconds: number,
): RefreshVerdict {
  const age = session.refreshCounter - counter;
  if (age === 0) return 'rotate';
  if (age < 0) return 'revoke';
  const sinceRotation = now.getTime() - session.refreshedAt.getTime();
  if (counter < session.refreshFloor) return sinceRotation <= PARENT_WINDOW_MS ? 'refuse' : 'revoke';
  const window = age === 1 ? Math.max(PARENT_WINDOW_MS, reuseSeconds * 1000) : reuseSeconds * 1000;
  return sinceRotation <= window ? 'reissue' : 'revoke';
}
