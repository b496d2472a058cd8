import { expect, it } from 'vitest';
import { REDIRECT_PAYLOADS } from '../../../../test/builders/redirect-payloads.ts';
import { readConfig } from '../../platform/config/config.ts';
import { safeRedirect } from './redirects.ts';

function configOf(siteUrl: string, allowList = '') {
  return readConfig({
    SITE_URL: siteUrl,
    AUTH_REDIRECT_ALLOW_LIST: allowList,
    DATABASE_URL: 'postgres://127.0.0.1/none',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox_secret',
    SMTP_URL: 'smtp://127.0.0.1:1',
    AUTH_JWT_KEYS: 'keys.json',
  });
}

const SITE = 'https://deadletter.example';
const LIST = 'https://*.deadletter.example/**,https://preview.example/only/*,http://[::1]:**';

it.each([
  [`${SITE}/account`, `${SITE}/account`],
  [`${SITE}/reset-password?from=mail#x`, `${SITE}/reset-password?from=mail#x`],
  ['https://www.deadletter.example/a/b.c', 'https://www.deadletter.example/a/b.c'],
  ['https://preview.example/only/this', 'https://preview.example/only/this'],
])('%s may be gone to', (requested, expected) => {
  expect(safeRedirect(configOf(SITE, LIST), requested)).toBe(expected);
});

it('a dot of the allow-list is a dot, and no other sign', () => {
  expect(safeRedirect(configOf(SITE, LIST), 'https://previewXexample/only/this')).toBe(SITE);
  expect(safeRedirect(configOf(SITE, 'https://a.b+c.example/x(1)'), 'https://a.bbc.example/x1')).toBe(SITE);
});

it('any port of the same machine may be gone to from a developer’s machine', () => {
  expect(safeRedirect(configOf('http://localhost:3000'), 'http://localhost:5173/account')).toBe(
    'http://localhost:5173/account',
  );
  expect(safeRedirect(configOf(SITE), `${SITE}:8443/account`)).toBe(SITE);
});

it('an address of this machine counts as it is usually written', () => {
  const config = configOf('http://127.0.0.1:3000');
  expect(safeRedirect(config, 'http://127.0.0.1:5173/account')).toBe('http://127.0.0.1:5173/account');
  for (const odd of ['http://2130706433/x', 'http://0x7f.1/x']) expect(safeRedirect(config, odd)).toBe(config.siteUrl);
  const onTheNetwork = configOf('https://192.168.1.5:3000');
  expect(safeRedirect(onTheNetwork, 'https://192.168.1.5:3000/account')).toBe('https://192.168.1.5:3000/account');
});

it('none of 500 addresses that only look like ours leads away', () => {
  expect(REDIRECT_PAYLOADS.length).toBeGreaterThanOrEqual(500);
  const astray = REDIRECT_PAYLOADS.map(
    (payload) => [payload, new URL(safeRedirect(configOf(SITE, LIST), payload))] as const,
  ).filter(([, { host }]) => host !== 'deadletter.example' && !/^[a-z]+\.deadletter\.example$/.test(host));
  expect(astray).toEqual([]);
});
