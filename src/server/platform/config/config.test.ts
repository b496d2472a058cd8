import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { SECRETS } from './secret-files.ts';
import { ConfigError } from './variables.ts';

const COMPLETE = {
  DATABASE_URL: 'postgres://club@localhost/club',
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
  SMTP_URL: 'smtp://localhost:25',
};
const LIVE = {
  ...COMPLETE,
  SITE_URL: 'https://example.com',
  AUTH_JWT_KEYS: 'keys.json',
  SELLER: 'Odile Farrow LLC | 1 Pier Road | Portland, ME 04101 | United States',
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_abc',
};

describe('a start without anything wrong', () => {
  test('what is unset has the default of the documentation', () => {
    expect(readConfig(COMPLETE)).toMatchObject({
      deployed: false,
      host: '127.0.0.1',
      port: 3000,
      siteUrl: 'http://localhost:3000',
      role: 'both',
      stripe: { apiBase: null, testPayments: true },
      auth: { autoconfirm: false, passwordMinLength: 6, jwtExpSeconds: 3600, refreshReuseSeconds: 10 },
      google: null,
      ga4: null,
      scans: { login: null, returnCodes: [] },
      addressChecks: { by: 'none', perHour: 60, usps: null },
      lob: null,
    });
    expect(readConfig(COMPLETE).trustedProxies.rules).toEqual([]);
  });

  test('scans, checked addresses and a printer are there once they are set', () => {
    const settings = {
      ...COMPLETE,
      USPS_SCANS_LOGIN: 'usps:a-feed-of-scans-alone',
      USPS_RETURN_CODES: '091, 099',
      ADDRESS_CHECKS: 'usps',
      USPS_CLIENT_ID: 'club',
      USPS_CLIENT_SECRET: 'hush',
      LOB_API_KEY: 'live_0123456789',
      LOB_LETTER_CENTS: '105',
    };
    expect(readConfig(settings)).toMatchObject({
      scans: { login: 'usps:a-feed-of-scans-alone', returnCodes: ['091', '099'] },
      addressChecks: { by: 'usps', usps: { url: 'https://apis.usps.com' } },
      lob: {
        url: 'https://api.lob.com/v1',
        webhookSecret: null,
        prices: { letterCents: 105, sheetCents: 0, abroadCents: 0 },
      },
    });
  });

  test.each([
    [{ USPS_SCANS_LOGIN: 'usps:short' }, 'USPS_SCANS_LOGIN is set to something that cannot be right'],
    [{ ADDRESS_CHECKS: 'usps' }, 'USPS_CLIENT_ID is not set'],
    [{ ADDRESS_CHECKS: 'lob' }, 'LOB_API_KEY is not set'],
    [{ ADDRESS_CHECKS: 'maybe' }, 'ADDRESS_CHECKS is "maybe" that cannot be right'],
    [{ LOB_API_KEY: 'test_0123456789', LOB_LETTER_CENTS: '$1' }, 'LOB_LETTER_CENTS is "$1" that cannot be right'],
  ])('%o is no setting of the post', (changes, words) => {
    expect(() => readConfig({ ...COMPLETE, ...changes })).toThrow(words);
  });

  test('the seller has a name and a postal address, and a placeholder until they are set', () => {
    expect(readConfig(LIVE).seller).toEqual(['Odile Farrow LLC', '1 Pier Road', 'Portland, ME 04101', 'United States']);
    expect(readConfig(COMPLETE).seller[0]).toBe('[Legal name of the seller]');
    expect(() => readConfig({ ...COMPLETE, SELLER: 'Odile Farrow LLC' })).toThrow('SELLER is "Odile Farrow LLC" that');
  });

  test('an empty variable is an unset one', () => {
    expect(readConfig({ ...COMPLETE, PORT: '', ROLE: ' ' })).toMatchObject({ port: 3000, role: 'both' });
  });

  test('the site’s address has no slash at its end', () => {
    expect(readConfig({ ...LIVE, SITE_URL: 'https://example.com//' }).siteUrl).toBe('https://example.com');
  });

  test('a user who signs up is let in at once with the mailbox, and confirms by email without', () => {
    const mailbox = { ...COMPLETE, MAILBOX_URL: 'http://127.0.0.1:8025' };
    expect(readConfig(mailbox).auth.autoconfirm).toBe(true);
    expect(readConfig({ ...mailbox, AUTH_AUTOCONFIRM: '0' }).auth.autoconfirm).toBe(false);
  });

  test('the return address is read line by line', () => {
    expect(readConfig(COMPLETE).returnAddress).toEqual([]);
    const { returnAddress } = readConfig({ ...COMPLETE, RETURN_ADDRESS: 'PO Box 1957 | Wick Harbor, ME 04614' });
    expect(returnAddress).toEqual(['PO Box 1957', 'Wick Harbor, ME 04614']);
  });

  test('live keys mean that real money moves', () => {
    expect(readConfig({ ...LIVE, NODE_ENV: 'production' })).toMatchObject({
      deployed: true,
      host: '0.0.0.0',
      stripe: { testPayments: false },
    });
  });

  test('sandbox keys in production are allowed when that is asked for', () => {
    const deployed = { NODE_ENV: 'production', SITE_URL: 'https://example.com', AUTH_JWT_KEYS: 'keys.json' };
    const trial = { ...COMPLETE, ...deployed, ALLOW_SANDBOX_PAYMENTS: '1' };
    expect(readConfig(trial).stripe.testPayments).toBe(true);
  });
});

/** The variable, its wrong value, and the expected message. */
const WRONG = [
  ['PORT', 'eighty', 'a port number from 0 to 65535'],
  ['PORT', '65536', 'a port number from 0 to 65535'],
  ['SITE_URL', 'example.com', 'an http(s) address such as https://example.com'],
  ['MAILBOX_URL', 'ftp://mailbox', 'an http address'],
  ['ROLE', 'king', '"web", "worker" or "both"'],
  ['LOG_LEVEL', 'loud', '"debug", "info", "warn", "error" or "silent"'],
  ['SEED_DEMO', 'perhaps', '1 or 0'],
  ['TRUSTED_PROXIES', '10.0.0.1, proxy', 'addresses or networks such as 10.0.0.0/8, separated by commas'],
  ['TRUSTED_PROXIES', '10.0.0.0/33', 'addresses or networks such as 10.0.0.0/8, separated by commas'],
  ['TRUSTED_PROXIES', '::1/abc', 'addresses or networks such as 10.0.0.0/8, separated by commas'],
  ['RETURN_ADDRESS', 'a | b | c | d | e', 'up to four lines of forty letters that can be printed, separated by |'],
  ['RETURN_ADDRESS', 'דואר', 'up to four lines of forty letters that can be printed, separated by |'],
  ['RUN_AS_USER', 'www-data', 'the number of an account such as 1000, or with its group 1000:1000'],
  ['RETURN_ADDRESS', '|', 'up to four lines of forty letters that can be printed, separated by |'],
  ['SMTP_URL', 'mail.example.com', 'an smtp:// or smtps:// address'],
  ['SMTP_KEY_HEADER', 'Bcc', 'a header such as Resend-Idempotency-Key'],
  ['SUPPORT_EMAIL', 'somebody', 'an email address'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1', 'a key that begins with pk_test_ or pk_live_'],
  ['STRIPE_API_BASE', 'sandbox', 'an http address, or nothing at all for Stripe itself'],
  ['STRIPE_JS_URL', '/stripe.js', 'an http address, or nothing at all for Stripe itself'],
  ['ALLOW_SANDBOX_PAYMENTS', 'please', '1 or 0'],
  ['AUTH_AUTOCONFIRM', 'sometimes', '1 or 0'],
  ['AUTH_DISABLE_SIGNUP', '2', '1 or 0'],
  ['AUTH_JWT_EXP_SECONDS', '0', 'seconds from 1 to 3600'],
  ['AUTH_REFRESH_REUSE_SECONDS', '-1', 'seconds from 0 to 3600'],
  ['AUTH_PASSWORD_MIN_LENGTH', '5', 'a length from 6 to 128'],
  ['AUTH_MAIL_GAP_SECONDS', '1e3', 'seconds from 0 to 86400'],
  ['AUTH_MAIL_TOKEN_SECONDS', '1 h', 'seconds from 0 to 604800'],
  ['AUTH_RATE_LIMIT_FACTOR', '0', 'a number above 0'],
  ['AUTH_MANUAL_LINKING', 'on', '1 or 0'],
  ['METRICS_PORT', '70000', 'a port number from 0 to 65535'],
  ['ACCESS_LOG', 'loud', '1 or 0'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector', 'the http(s) address of a collector such as http://127.0.0.1:4318'],
] as const;

const ONE_SERVER =
  'a postgres:// address of one server; for several, put HAProxy in front of them (deploy/haproxy/postgres.cfg) and name it here';

const WRONG_SECRETS = [
  ['DATABASE_URL', 'mysql://hunter2', ONE_SERVER],
  ['DATABASE_URL', 'postgres://club:hunter2@one,two:5433/club', ONE_SERVER],
  ['DATABASE_DIRECT_URL', 'postgres://club:hunter2@one:5433,two/club', ONE_SERVER],
  ['DATABASE_MIGRATION_URL', 'postgres://hunter2,two', ONE_SERVER],
  ['STRIPE_SECRET_KEY', 'hunter2', 'a key that begins with sk_test_, sk_live_ or rk_'],
  ['STRIPE_WEBHOOK_SECRET', 'hunter2', 'a secret that begins with whsec_'],
  ['METRICS_TOKEN', 'hunter2', 'at least 16 characters without a space'],
] as const;

describe('what several machines need', () => {
  test('a secret may come from a file, and from one place alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'secrets-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const { SMTP_URL, STRIPE_SECRET_KEY, ...rest } = COMPLETE;
    const [smtp, stripe, empty] = ['smtp', 'stripe', 'empty'].map((name) => join(folder, name));
    await Promise.all([
      writeFile(smtp!, `${SMTP_URL}\n`),
      writeFile(stripe!, STRIPE_SECRET_KEY),
      writeFile(empty!, ''),
    ]);
    const files = { ...rest, SMTP_URL_FILE: smtp, STRIPE_SECRET_KEY_FILE: stripe };
    expect(readConfig(files)).toMatchObject({ email: { smtpUrl: SMTP_URL }, stripe: { secretKey: STRIPE_SECRET_KEY } });
    expect(sentenceOf({ ...files, SMTP_URL })).toBe('SMTP_URL and SMTP_URL_FILE are both set: unset one.');
    expect(sentenceOf({ ...files, SMTP_URL_FILE: empty })).toContain('an empty file');
    expect(sentenceOf({ ...files, SMTP_URL_FILE: join(folder, 'none') })).toContain('a file that cannot be read');
  });

  test('every secret has its file', async () => {
    const sources = await Promise.all(
      ['config.ts', 'storage.ts', 'watching.ts'].map((name) => readFile(join(import.meta.dirname, name), 'utf8')),
    );
    const named = sources.join('\n').matchAll(/read(?:Required)?\(\s*env,\s*'(\w+)',\s*([^;]*?)[;\n]/g);
    const secrets = [...named].filter(
      ([, name = '', kind = '']) => /secret|POSTGRES|SECRET|TOKEN|HEADERS|SMTP\b/.test(kind) && name !== 'MAIL_FROM',
    );
    expect(SECRETS).toEqual(expect.arrayContaining(secrets.map(([, name]) => name)));
    expect(secrets.length).toBeGreaterThan(4);
  });

  test('behind a pooler statements are not prepared and no limits are sent, unless it is said otherwise', () => {
    const pooled = { ...COMPLETE, DATABASE_DIRECT_URL: 'postgres://club@direct/club' };
    expect(readConfig(COMPLETE)).toMatchObject({
      directUrl: null,
      preparesStatements: true,
      migratesAtStart: true,
      poolSize: 20,
    });
    expect(readConfig(pooled).preparesStatements).toBe(false);
    expect(readConfig({ ...pooled, DATABASE_PREPARED_STATEMENTS: '1' }).preparesStatements).toBe(true);
  });

  test('in production a process serves on for five seconds and has ended after twenty-five', () => {
    expect(readConfig(COMPLETE)).toMatchObject({ drainSeconds: 0, stopSeconds: 9 });
    expect(readConfig({ ...LIVE, NODE_ENV: 'production' })).toMatchObject({ drainSeconds: 5, stopSeconds: 25 });
    expect(sentenceOf({ ...COMPLETE, DRAIN_SECONDS: '10', STOP_SECONDS: '10' })).toMatch(
      /^DRAIN_SECONDS is 10 and STOP_SECONDS 10/,
    );
  });
});

test('unset, the server is watched by its log alone, with a line for each request in production', () => {
  expect(readConfig(COMPLETE)).toMatchObject({
    metricsPort: null,
    metricsToken: null,
    accessLog: false,
    tracing: null,
  });
  expect(readConfig({ ...LIVE, NODE_ENV: 'production' }).accessLog).toBe(true);
  const traced = {
    ...COMPLETE,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%2Cb, other=c=d',
  };
  expect(readConfig(traced).tracing).toEqual({
    endpoint: 'http://127.0.0.1:4318',
    headers: { 'api-key': 'a,b', other: 'c=d' },
    serviceName: 'dead-letter-club',
    ratio: 1,
  });
  expect(sentenceOf({ ...traced, OTEL_TRACES_SAMPLER_ARG: '2' })).toContain('a number from 0 to 1');
  expect(sentenceOf({ ...traced, OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' })).not.toContain('hunter2');
});

describe('a wrong setting stops the start with a sentence', () => {
  test.each(WRONG)('%s=%s: its name, its value and what is expected', (name, value, expected) => {
    expect(sentenceOf({ ...COMPLETE, [name]: value })).toBe(
      `${name} is ${JSON.stringify(value)} that cannot be right: it must be ${expected}.`,
    );
  });

  test.each(WRONG_SECRETS)('%s: a secret is not repeated', (name, value, expected) => {
    const sentence = sentenceOf({ ...COMPLETE, [name]: value });
    expect(sentence).toBe(`${name} is set to something that cannot be right: it must be ${expected}.`);
  });

  test.each(Object.keys(COMPLETE))('%s missing: its name, and that npm start has a stand-in', (name) => {
    const sentence = sentenceOf({ ...COMPLETE, [name]: undefined });
    expect(sentence).toMatch(
      new RegExp(`^${name} is not set: it must be .+ \\(\`npm start\` supplies a stand-in by itself.\\)$`),
    );
  });

  test('half of Google, or half of GA4, is named by its missing half', () => {
    expect(sentenceOf({ ...COMPLETE, GOOGLE_CLIENT_ID: 'id' })).toContain('GOOGLE_CLIENT_SECRET is not set');
    expect(sentenceOf({ ...COMPLETE, GOOGLE_ISSUER: 'http://localhost:1' })).toContain('GOOGLE_CLIENT_ID is not set');
    expect(sentenceOf({ ...COMPLETE, GA4_MEASUREMENT_ID: 'G-1' })).toContain('GA4_API_SECRET is not set');
  });
});

describe('money must not move by mistake', () => {
  test('a live key with a sandbox’s address is refused', () => {
    expect(sentenceOf({ ...LIVE, STRIPE_API_BASE: 'http://127.0.0.1:12111' })).toContain(
      'STRIPE_API_BASE leads to a sandbox where no real money moves, which is refused beside a live Stripe key',
    );
  });

  test('keys of two modes are refused', () => {
    expect(sentenceOf({ ...LIVE, STRIPE_PUBLISHABLE_KEY: 'pk_test_abc' })).toContain('disagree');
  });

  test('sandbox keys in production are refused', () => {
    expect(sentenceOf({ ...COMPLETE, NODE_ENV: 'production' })).toContain(
      'STRIPE_SECRET_KEY leads to a sandbox where no real money moves, which is refused beside NODE_ENV=production',
    );
  });
});

function sentenceOf(env: Record<string, string | undefined>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'nothing is wrong';
}
