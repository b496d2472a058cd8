import { describe, expect, test } from 'vitest';
import { type AnswerKind, headersOf } from './security-headers.ts';

const STRIPE_ITSELF = { jsUrl: null, apiBase: null };
const SANDBOX = { jsUrl: 'http://localhost:4242/_sandbox/stripe.js', apiBase: new URL('http://localhost:4242') };

describe('the content security policy', () => {
  test.each<AnswerKind>(['page', 'app', 'data'])(
    'of a %s allows no inline script or style, and no frame around it',
    (kind) => {
      const policy = policyOf(kind, STRIPE_ITSELF);
      expect(policy).not.toContain('unsafe');
      expect(policy).toMatch(/^default-src 'none'/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
    },
  );

  test.each([
    ['page', "'none'"],
    ['app', 'default'],
  ] as const)('of a %s takes no text for markup or for a script’s address, but by the policy %s', (kind, policies) => {
    expect(policyOf(kind, STRIPE_ITSELF)).toContain(`require-trusted-types-for 'script'; trusted-types ${policies}`);
  });

  test('of a public page names no other host', () => {
    expect(policyOf('page', STRIPE_ITSELF)).not.toMatch(/https?:|\*/);
  });

  test('of a public page lets the button of an emailed link lead to hosts of the allow-list', () => {
    const listed = [
      'https://app.example/**',
      'https://**.club.example/x',
      'http://localhost:5173',
      'https://a*.example/',
    ];
    const policy = headersOf('page', config('https://deadletter.example', STRIPE_ITSELF, listed))[
      'Content-Security-Policy'
    ];
    expect(policy).toContain(
      "form-action 'self' https://app.example https://*.club.example http://localhost:5173; base-uri",
    );
  });

  test("of the app lets in Stripe's hosts and no one else's", () => {
    const hosts = policyOf('app', STRIPE_ITSELF).match(/https:\/\/[\w.*-]+/g);
    expect(new Set(hosts)).toEqual(
      new Set([
        'https://js.stripe.com',
        'https://*.js.stripe.com',
        'https://hooks.stripe.com',
        'https://api.stripe.com',
      ]),
    );
  });

  test('of the app lets in the sandbox instead when the settings name one', () => {
    const policy = policyOf('app', SANDBOX);
    expect(policy).toContain("script-src 'self' http://localhost:4242;");
    expect(policy).not.toContain('stripe.com');
  });
});

test.each<AnswerKind>(['page', 'app', 'data'])('a %s tells no one from which of our addresses it was left', (kind) => {
  expect(headers(kind, 'https://deadletter.example')['Referrer-Policy']).toBe('strict-origin');
});

test.each<AnswerKind>(['page', 'app', 'data'])('a %s is embedded by no other site', (kind) => {
  expect(headers(kind, 'https://deadletter.example')['Cross-Origin-Resource-Policy']).toBe('same-origin');
});

test('HSTS is sent on https alone', () => {
  expect(headers('page', 'https://deadletter.example')).toMatchObject({
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  });
  expect(headers('page', 'http://localhost:3000')).not.toHaveProperty('Strict-Transport-Security');
});

type StripeHosts = typeof STRIPE_ITSELF | typeof SANDBOX;

function policyOf(kind: AnswerKind, stripe: StripeHosts): string {
  return headersOf(kind, config('http://localhost:3000', stripe))['Content-Security-Policy'] ?? '';
}

function headers(kind: AnswerKind, siteUrl: string) {
  return headersOf(kind, config(siteUrl, STRIPE_ITSELF));
}

function config(siteUrl: string, { jsUrl, apiBase }: StripeHosts, redirectAllowList: readonly string[] = []) {
  const keys = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1', testPayments: true };
  return { siteUrl, stripe: { ...keys, jsUrl, apiBase }, auth: { redirectAllowList } };
}
