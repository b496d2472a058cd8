import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConfig, readConfig } from './config.ts';
import { ConfigError } from './variables.ts';
import { MAY_STAND_BESIDE } from './development-surfaces.ts';

type Settings = Readonly<Record<string, string>>;

const REQUIRED: Settings = {
  DATABASE_URL: 'postgres://club@localhost/club',
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
  SMTP_URL: 'smtp://localhost:25',
  AUTH_JWT_KEYS: 'keys.json',
  SELLER: 'Odile Farrow LLC | 1 Pier Road | Portland, ME 04101',
};
const LIVE: Settings = { STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' };

/** Each place differs by one setting. */
const PAGE_STATES = {
  loopback: { SITE_URL: 'http://localhost:3000' },
  liveKey: { SITE_URL: 'https://localhost', ...LIVE },
  production: { SITE_URL: 'https://localhost', NODE_ENV: 'production' },
  publicSite: { SITE_URL: 'https://shop.example' },
} as const satisfies Record<string, Settings>;

type Place = keyof typeof PAGE_STATES;

interface Row {
  readonly set: Settings | ((place: Place) => Settings);
  /** The first variables of the refusals, in each place. */
  readonly refused: Readonly<Record<Place, readonly string[]>>;
}

/** Refused everywhere but on a developer's machine. */
function refusedOutside(...names: string[]): Row['refused'] {
  return { loopback: [], liveKey: names, production: names, publicSite: names };
}

/** Written by hand, to check the source's table against it. */
const EXPECTED: Readonly<Record<string, Row>> = {
  site: {
    set: (place) => ({ SITE_URL: place === 'publicSite' ? 'http://shop.example' : 'http://127.0.0.1:3000' }),
    refused: refusedOutside('SITE_URL'),
  },
  seller: {
    set: { SELLER: '' },
    refused: { loopback: [], liveKey: ['SELLER'], production: [], publicSite: [] },
  },
  sandbox: { set: { STRIPE_API_BASE: 'http://127.0.0.1:1' }, refused: refusedOutside('STRIPE_API_BASE') },
  sandboxPermission: {
    set: { ALLOW_SANDBOX_PAYMENTS: '1' },
    refused: { loopback: [], liveKey: ['ALLOW_SANDBOX_PAYMENTS'], production: [], publicSite: [] },
  },
  mailbox: { set: { MAILBOX_URL: 'http://127.0.0.1:1' }, refused: refusedOutside('MAILBOX_URL') },
  databaseInTheClear: {
    set: { DATABASE_URL: 'postgres://club@db.example/club' },
    refused: refusedOutside('DATABASE_URL'),
  },
  autoconfirm: { set: { AUTH_AUTOCONFIRM: '1' }, refused: refusedOutside('AUTH_AUTOCONFIRM') },
  googleStandIn: {
    set: { GOOGLE_CLIENT_ID: 'club', GOOGLE_CLIENT_SECRET: 'hush', GOOGLE_ISSUER: 'http://127.0.0.1:1' },
    refused: refusedOutside('GOOGLE_ISSUER'),
  },
  uspsStandIn: {
    set: {
      ADDRESS_CHECKS: 'usps',
      USPS_CLIENT_ID: 'club',
      USPS_CLIENT_SECRET: 'hush',
      USPS_API_BASE: 'http://127.0.0.1:1',
    },
    refused: refusedOutside('USPS_API_BASE'),
  },
  lobStandIn: {
    set: { LOB_API_KEY: 'test_standin0', LOB_API_BASE: 'http://127.0.0.1:1' },
    refused: refusedOutside('LOB_API_BASE'),
  },
  snsStandIn: {
    set: { SES_SNS_TOPIC: 'arn:aws:sns:us-east-1:123456789012:reports', SNS_API_BASE: 'http://127.0.0.1:1' },
    refused: refusedOutside('SNS_API_BASE'),
  },
  rateLimitFactor: { set: { AUTH_RATE_LIMIT_FACTOR: '1.01' }, refused: refusedOutside('AUTH_RATE_LIMIT_FACTOR') },
  developmentServer: { set: { DEV: '1' }, refused: refusedOutside('DEV') },
  seed: { set: { SEED_DEMO: '1' }, refused: refusedOutside('SEED_DEMO') },
  generatedKeys: { set: { AUTH_JWT_KEYS: '' }, refused: refusedOutside('AUTH_JWT_KEYS') },
};

const CELLS = Object.keys(MAY_STAND_BESIDE).flatMap((surface) =>
  (Object.keys(PAGE_STATES) as Place[]).map((place) => [surface, place] as const),
);

function refusalsOf(settings: Settings): readonly string[] {
  return parseConfig({ ...REQUIRED, ...settings }).refusals;
}

function variablesOf(refusals: readonly string[]): string[] {
  return refusals.map((sentence) => /^\w+/.exec(sentence)?.[0] ?? sentence);
}

describe('what may stand beside what', () => {
  test('each row of the table is expected, and each expected row is in the table', () => {
    expect(Object.keys(MAY_STAND_BESIDE)).toEqual(Object.keys(EXPECTED));
  });

  test.each(Object.keys(PAGE_STATES))('nothing of development beside %s: no refusal', (place) => {
    expect(refusalsOf(PAGE_STATES[place as Place])).toEqual([]);
  });

  test.each(CELLS)('%s beside %s', (surface, place) => {
    const { set, refused } = EXPECTED[surface] ?? { set: {}, refused: refusedOutside('unexpected') };
    const settings = { ...PAGE_STATES[place], ...(typeof set === 'function' ? set(place) : set) };
    const refusals = refusalsOf(settings);
    expect(variablesOf(refusals)).toEqual(refused[place]);
    for (const sentence of refusals)
      expect(sentence).toMatch(/^[A-Z_]+ [^\n]+, which is refused beside .+: .*set [^\n]+\.$/);
  });
});

describe('what else counts as development', () => {
  test.each(['liveKey', 'production'] as const)('SITE_URL unset beside %s', (place) => {
    const [refusal, ...others] = refusalsOf({ ...PAGE_STATES[place], SITE_URL: '' });
    expect(refusal).toMatch(/^SITE_URL is not set, .+: set it to the https address of the shop\.$/);
    expect(others).toEqual([]);
  });

  test.each([{ STRIPE_SECRET_KEY: 'sk_test_sandbox' }, { STRIPE_JS_URL: 'http://127.0.0.1:1/stripe.js' }])(
    '%o is the sandbox',
    (set) => {
      expect(variablesOf(refusalsOf({ ...PAGE_STATES.publicSite, ...set }))).toEqual(Object.keys(set));
      expect(refusalsOf({ ...PAGE_STATES.publicSite, ...set, ALLOW_SANDBOX_PAYMENTS: '1' })).toEqual([]);
    },
  );

  test('a Stripe.js of one’s own is refused beside a live key', () => {
    expect(variablesOf(refusalsOf({ ...PAGE_STATES.liveKey, STRIPE_JS_URL: 'https://cdn.example/v3' }))).toEqual([
      'STRIPE_JS_URL',
    ]);
  });

  test.each(['https://google.example', 'https://accounts.google.com.example', 'https://localhost:9'])(
    'an issuer at %s is not Google',
    (issuer) => {
      const google = { GOOGLE_CLIENT_ID: 'club', GOOGLE_CLIENT_SECRET: 'hush' };
      expect(variablesOf(refusalsOf({ ...PAGE_STATES.production, ...google, GOOGLE_ISSUER: issuer }))).toEqual([
        'GOOGLE_ISSUER',
      ]);
      expect(refusalsOf({ ...PAGE_STATES.production, ...google })).toEqual([]);
    },
  );

  test.each([
    'https://192.168.1.5',
    'https://0.0.0.0',
    'https://localhost.example',
    'https://[::2]',
    'https://127.0.0.1.nip.io',
  ])('%s is not loopback', (siteUrl) => {
    expect(variablesOf(refusalsOf({ SITE_URL: siteUrl, SEED_DEMO: '1' }))).toEqual(['SEED_DEMO']);
  });

  test.each(['http://localhost', 'http://127.0.0.1:3000', 'http://127.9.9.9', 'http://[::1]:3000', 'http://0x7f.1'])(
    '%s is loopback',
    (siteUrl) => {
      expect(refusalsOf({ SITE_URL: siteUrl, SEED_DEMO: '1' })).toEqual([]);
    },
  );

  test.each([
    'postgres://club@10.0.0.5/club',
    'postgres://club@db.example/club?sslmode=disable',
    'postgres://club@db.example/club?sslmode=no-verify',
    'postgres://club@db.example/club?ssl=no-verify',
    'postgres://club@db.example/club?uselibpqcompat=true&sslmode=require',
    'postgres://club@localhost/club?host=db.example',
  ])('%s is read along on its way', (url) => {
    expect(variablesOf(refusalsOf({ ...PAGE_STATES.publicSite, DATABASE_URL: url }))).toEqual(['DATABASE_URL']);
    expect(variablesOf(refusalsOf({ ...PAGE_STATES.publicSite, DATABASE_MIGRATION_URL: url }))).toEqual([
      'DATABASE_MIGRATION_URL',
    ]);
    const [both] = refusalsOf({ ...PAGE_STATES.publicSite, DATABASE_URL: url, DATABASE_MIGRATION_URL: url });
    expect(both).toMatch(/^DATABASE_URL and DATABASE_MIGRATION_URL lead to /);
    const reason = { DATABASE_WITHOUT_TLS: 'two containers of one machine' };
    expect(refusalsOf({ ...PAGE_STATES.publicSite, DATABASE_URL: url, ...reason })).toEqual([]);
  });

  test.each([
    'postgres://club@127.0.0.1:5433/club',
    'postgres://club@[::1]/club',
    'postgres://club@%2Fvar%2Frun%2Fpostgresql/club',
    'postgres:///club?host=/var/run/postgresql',
    'postgres://club@db.example/club?sslmode=verify-full',
    'postgres://club@db.example/club?ssl=true',
  ])('%s is not', (url) => {
    expect(refusalsOf({ ...PAGE_STATES.liveKey, DATABASE_URL: url })).toEqual([]);
  });

  test('a certificate that is not there, and a reason that is none, are refused anywhere', () => {
    const url = 'postgres://club:hush@db.example/club?sslrootcert=/nowhere/ca.pem';
    expect(() => refusalsOf({ ...PAGE_STATES.loopback, DATABASE_URL: url })).toThrow(
      /^DATABASE_URL cannot be used \(ENOENT(?!.*hush)/,
    );
    expect(() => refusalsOf({ DATABASE_WITHOUT_TLS: '1' })).toThrow(/^DATABASE_WITHOUT_TLS is "1" .+ the reason/);
  });

  test('one live key of two is a live key', () => {
    const mixed = { ...PAGE_STATES.loopback, STRIPE_PUBLISHABLE_KEY: 'pk_live_abc', SEED_DEMO: '1' };
    expect(variablesOf(refusalsOf(mixed))).toEqual(['STRIPE_SECRET_KEY', 'SITE_URL', 'SEED_DEMO']);
  });
});

/** Everything that `npm start` sets on a newcomer's machine, and what tests set besides. */
const NPM_START: Settings = {
  ...REQUIRED,
  SITE_URL: 'http://localhost:3000',
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
  STRIPE_JS_URL: 'http://127.0.0.1:1/_sandbox/stripe.js',
  MAILBOX_URL: 'http://127.0.0.1:2',
  GOOGLE_CLIENT_ID: 'dead-letter-club',
  GOOGLE_CLIENT_SECRET: 'hush',
  GOOGLE_ISSUER: 'http://127.0.0.1:3',
  SEED_DEMO: '1',
  DEV: '1',
  AUTH_AUTOCONFIRM: '1',
  AUTH_RATE_LIMIT_FACTOR: '1000',
};

describe('a whole environment', () => {
  test('a newcomer’s machine may have everything', () => {
    expect(readConfig(NPM_START).deployed).toBe(false);
  });

  test('everything that is wrong is said at once, a sentence on each line', () => {
    const shown = { ...NPM_START, NODE_ENV: 'production', SITE_URL: 'http://shop.example' };
    const said = sentencesOf(shown);
    expect(variablesOf(said)).toEqual([
      'SITE_URL',
      'STRIPE_SECRET_KEY',
      'MAILBOX_URL',
      'AUTH_AUTOCONFIRM',
      'GOOGLE_ISSUER',
      'AUTH_RATE_LIMIT_FACTOR',
      'DEV',
      'SEED_DEMO',
    ]);
    expect(said[1]).toBe(
      'STRIPE_SECRET_KEY, STRIPE_API_BASE, and STRIPE_JS_URL lead to a sandbox where no real money moves, ' +
        'which is refused beside NODE_ENV=production and a SITE_URL that is not loopback: ' +
        'set the keys of a Stripe account and unset STRIPE_API_BASE and STRIPE_JS_URL, ' +
        'or for a trial with test keys, under a banner, set ALLOW_SANDBOX_PAYMENTS=1.',
    );
  });

  test('a trial is a deployment in everything but the money', () => {
    const trial = { ...NPM_START, NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: '1' };
    expect(variablesOf(sentencesOf(trial))).not.toContain('STRIPE_SECRET_KEY');
    expect(variablesOf(sentencesOf(trial))).toContain('MAILBOX_URL');
  });

  test.each(['sk_live_abc', 'sk_test_abc', 'rk_live_abc'])('the documented deployment starts, with %s', async (key) => {
    const guide = await readFile(join(import.meta.dirname, '../../../../docs/deploying.md'), 'utf8');
    const [, block = ''] = /```sh\n(\s+NODE_ENV=production[^`]+)```/.exec(guide) ?? [];
    const values: Settings = {
      ...REQUIRED,
      NODE_ENV: 'production',
      STRIPE_SECRET_KEY: key,
      STRIPE_PUBLISHABLE_KEY: key.replace(/^../, 'pk'),
      SITE_URL: 'https://shop.example',
      AUTH_JWT_KEYS: '{"keys":[]}',
      DATABASE_MIGRATION_URL: 'postgres://club_owner@localhost/club',
      MAIL_FROM: 'The Dead Letter Club <post@club.example>',
      SUPPORT_EMAIL: 'support@club.example',
      TRUSTED_PROXIES: '10.0.0.0/8',
    };
    const names = [...block.matchAll(/^\s+([A-Z_]+)=/gm)].map(([, name = '']) => name);
    expect(names.toSorted()).toEqual(Object.keys(values).toSorted());
    const documented = Object.fromEntries(names.map((name) => [name, values[name]]));
    expect(readConfig(documented)).toMatchObject({ deployed: true, stripe: { testPayments: key.includes('test') } });
  });
});

function sentencesOf(settings: Settings): string[] {
  try {
    readConfig(settings);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
}
