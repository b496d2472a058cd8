import { EMAILS, type EmailData, type EmailKind } from '../../../emails/catalogue.ts';
import type { Sealing } from '../sealing.ts';

export type Contents = Record<string, unknown>;

/**
 * Emails with links or codes are encrypted while they wait, since other tables store these only as hashes
 * (rules/accounts 43).
 */
export function contentsAtRest<K extends EmailKind>(keys: Sealing, kind: K, data: EmailData<K>): Contents {
  if (!EMAILS[kind].secret) return { ...data };
  return { sealed: keys.seal(Buffer.from(JSON.stringify(data))).toString('base64url') };
}

export function openContents(keys: Sealing, contents: Contents): Contents {
  const { sealed } = contents;
  if (typeof sealed !== 'string') return contents;
  return JSON.parse(keys.open(Buffer.from(sealed, 'base64url')).toString()) as Contents;
}
