import type { PagesContext } from './public-pages.ts';

export const SECURITY_TXT_PATH = '/.well-known/security.txt';
/** The build copies SECURITY.md to this path. */
const POLICY_PATH = '/security-policy.txt';

/** RFC 9116 §2.5.5 recommends less than a year. */
const VALID_DAYS = 300;
const DAY_MS = 86_400_000;

/** How to report a vulnerability (RFC 9116). Rendered every day, so that it never expires. */
export function securityTxt({ config, clock }: Pick<PagesContext, 'config' | 'clock'>): string {
  const expires = new Date(clock.now().getTime() + VALID_DAYS * DAY_MS);
  expires.setUTCHours(0, 0, 0, 0);
  const fields = [
    `Contact: mailto:${config.email.supportEmail}`,
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    'Preferred-Languages: en',
    `Canonical: ${config.siteUrl}${SECURITY_TXT_PATH}`,
    `Policy: ${config.siteUrl}${POLICY_PATH}`,
  ];
  return `${fields.join('\n')}\n`;
}
