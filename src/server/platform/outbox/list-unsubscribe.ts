import { FORM_PATHS } from '../../../contract/site-paths.ts';
import { EMAILS, type EmailKind } from '../../../emails/catalogue.ts';
import type { PlatformContext } from '../context.ts';

const LISTS = ['club', 'gift', 'guide', 'season'] as const;

export type EmailList = (typeof LISTS)[number];

export interface UnsubscribeLink {
  readonly list: EmailList;
  readonly address: string;
}

/**
 * The unsubscribe URL of an email (rules/reading 5).
 * @returns undefined for an email that can't be turned off
 */
export function unsubscribeUrlOf(
  { config, keys }: Pick<PlatformContext, 'config' | 'keys'>,
  kind: EmailKind,
  address: string,
): string | undefined {
  const list = LISTS.find((one) => one === EMAILS[kind].about);
  if (list === undefined) return undefined;
  const token = keys.seal(Buffer.from(JSON.stringify([list, address]))).toString('base64url');
  return `${config.siteUrl}${FORM_PATHS.unsubscribe}?token=${token}`;
}

export function openUnsubscribeToken({ keys }: Pick<PlatformContext, 'keys'>, token: string): UnsubscribeLink | null {
  const opened = openSealed(keys, token);
  if (!Array.isArray(opened)) return null;
  const [name, address] = opened as readonly unknown[];
  const list = LISTS.find((one) => one === name);
  return list === undefined || typeof address !== 'string' ? null : { list, address };
}

function openSealed(keys: PlatformContext['keys'], token: string): unknown {
  try {
    return JSON.parse(keys.open(Buffer.from(token, 'base64url')).toString());
  } catch {
    return null;
  }
}
