import { FORM_PATHS } from '../../../contract/site-paths.ts';
import type { PlatformContext } from '../../platform/context.ts';

export interface WaitRequest {
  readonly seasonId: string;
  readonly email: string;
}

const DAY_MS = 86_400_000;
const USEFUL_FOR_MS = 7 * DAY_MS;
const PURPOSE = 'season wait';

type LinkContext = Pick<PlatformContext, 'config' | 'keys' | 'clock'>;

/** The link itself contains the request, so nothing is stored. */
export function waitUrl({ config, keys, clock }: LinkContext, { seasonId, email }: WaitRequest): string {
  const sealed = keys.seal(Buffer.from(JSON.stringify([PURPOSE, seasonId, email, clock.now().getTime()])));
  return `${config.siteUrl}${FORM_PATHS.waitConfirm}?token=${sealed.toString('base64url')}`;
}

/** @returns null unless we made the token for this purpose within the last seven days */
export function openWaitToken({ keys, clock }: Omit<LinkContext, 'config'>, token: string): WaitRequest | null {
  try {
    const opened: unknown = JSON.parse(keys.open(Buffer.from(token, 'base64url')).toString());
    if (!Array.isArray(opened)) return null;
    const [purpose, seasonId, email, askedAt] = opened as readonly unknown[];
    if (purpose !== PURPOSE || typeof seasonId !== 'string' || typeof email !== 'string') return null;
    return clock.now().getTime() - Number(askedAt) < USEFUL_FOR_MS ? { seasonId, email } : null;
  } catch {
    return null;
  }
}
