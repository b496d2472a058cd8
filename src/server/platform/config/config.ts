import { BlockList } from 'node:net';
import * as z from 'zod/mini';
import { GOOGLE_ISSUER, isDeployed, isLiveKey, LOB_API, refusalsOf, USPS_API } from './development-surfaces.ts';
import { withoutVerifiedTls } from './database-tls.ts';
import { withSecretFiles } from './secret-files.ts';
import { readStopping } from './stopping.ts';
import { readStorage } from './storage.ts';
import { trustedProxies } from './trusted-proxies.ts';
import { readWatching } from './watching.ts';
import {
  account,
  addressLines,
  commaSeparated,
  ConfigError,
  type Environment,
  flag,
  httpUrl,
  integer,
  isProduction,
  matching,
  optional,
  read,
  readRequired,
  seconds,
  secret,
  sellerLines,
  string,
} from './variables.ts';

type Settings = Readonly<ReturnType<typeof readSettings>>;

/** All settings from the environment. Only this module reads `process.env` (rules/code 7). */
export interface Config extends Settings {
  readonly deployed: boolean;
}

/** @throws ConfigError with the variable and what is expected (secrets aren't repeated), or with all refusals */
export function readConfig(env: Environment): Config {
  const { config, refusals } = parseConfig(env);
  if (refusals.length > 0) throw new ConfigError(refusals.join('\n'));
  return config;
}

export function parseConfig(source: Environment): { readonly config: Config; readonly refusals: readonly string[] } {
  const env = withSecretFiles(source);
  const settings = readSettings(env);
  const facts = deploymentFacts(env, settings);
  return {
    config: { ...settings, deployed: isDeployed(facts) },
    refusals: [...keysOfTwoModes(settings.stripe), ...refusalsOf(facts)],
  };
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
const LOG_LEVEL = { schema: z.enum(LOG_LEVELS), expected: '"debug", "info", "warn", "error" or "silent"' };
const ROLE = { schema: z.enum(['web', 'worker', 'both']), expected: '"web", "worker" or "both"' };
const PROXIES = {
  schema: z.pipe(commaSeparated, trustedProxies),
  expected: 'addresses or networks such as 10.0.0.0/8, separated by commas',
};
const SITE = httpUrl('an http(s) address such as https://example.com');
const SELLER_PLACEHOLDER = ['[Legal name of the seller]', '[Street]', '[City, state, ZIP code]', '[Country]'] as const;
const LISTEN_ON = string('an address to listen on');

function readSettings(env: Environment) {
  const port = read(env, 'PORT', integer(0, 65_535, 'a port number'), 3000);
  const email = readEmail(env);
  return {
    development: env['DEV'] === '1',
    host: read(env, 'HOST', LISTEN_ON, isProduction(env) ? '0.0.0.0' : '127.0.0.1'),
    port,
    healthPort: read(env, 'HEALTH_PORT', optional(integer(0, 65_535, 'a port number')), null),
    siteUrl: withoutLastSlashes(read(env, 'SITE_URL', SITE, `http://localhost:${port}`)),
    role: read(env, 'ROLE', ROLE, 'both'),
    ...readStopping(env),
    ...readStorage(env),
    ...readWatching(env),
    runAs: read(env, 'RUN_AS_USER', account, null),
    logLevel: read<string>(env, 'LOG_LEVEL', LOG_LEVEL, 'info'),
    seedDemo: read(env, 'SEED_DEMO', flag, false),
    trustedProxies: read(env, 'TRUSTED_PROXIES', PROXIES, new BlockList()),
    seller: read(env, 'SELLER', sellerLines, SELLER_PLACEHOLDER),
    governingLaw: read(env, 'GOVERNING_LAW', optional(string('a place such as the State of Maine')), null),
    returnAddress: read(env, 'RETURN_ADDRESS', addressLines, []),
    letterCodes: read(env, 'LETTER_CODES', flag, false),
    mailer: readMailer(env),
    stripe: readStripe(env),
    email,
    emailReports: readEmailReports(env),
    auth: readAuth(env, email.mailboxUrl !== null),
    google: readGoogle(env),
    scans: readScans(env),
    addressChecks: readAddressChecks(env),
    lob: readLob(env),
    ga4: readGa4(env),
  };
}

const MAILER_ID = matching(/^([0-8]\d{5}|9\d{8})$/, 'a mailer id: six digits, or nine that begin with 9');
const SERVICE_TYPE = matching(/^\d{3}$/, 'a service type of three digits such as 310');

/** The mailer id for Intelligent Mail barcodes on envelopes; null prints none. */
function readMailer(env: Environment) {
  const id = read(env, 'USPS_MAILER_ID', optional(MAILER_ID), null);
  // First-Class Mail with tracking, basic service.
  return id === null ? null : { id, serviceType: read(env, 'USPS_SERVICE_TYPE', SERVICE_TYPE, '310') };
}

function readJwtKeys(env: Environment): string | null {
  return read(env, 'AUTH_JWT_KEYS', optional(string('a JWK set as JSON, or a path to one')), null);
}

export function readMigrationConfig(source: Environment) {
  return readStorage(withSecretFiles(source));
}

function withoutLastSlashes(url: string): string {
  return url.replace(/\/+$/, '');
}

const SMTP = matching(/^smtps?:\/\//, 'an smtp:// or smtps:// address');
const KEY_HEADER = matching(/^[a-z]+(-[a-z]+)*-key$/i, 'a header such as Resend-Idempotency-Key');
const SENDER = string('a sender such as "The Dead Letter Club <post@example.com>"');

export const SUPPORT_EMAIL_DEFAULT = 'support@deadletter.example';

function readEmail(env: Environment) {
  return {
    mailboxUrl: read(env, 'MAILBOX_URL', optional(httpUrl('an http address')), null),
    smtpUrl: readRequired(env, 'SMTP_URL', SMTP),
    keyHeader: read(env, 'SMTP_KEY_HEADER', optional(KEY_HEADER), null),
    from: read(env, 'MAIL_FROM', SENDER, 'The Dead Letter Club <post@deadletter.example>'),
    supportEmail: read(
      env,
      'SUPPORT_EMAIL',
      { schema: z.email(), expected: 'an email address' },
      SUPPORT_EMAIL_DEFAULT,
    ),
  };
}

const LOGIN = matching(
  /^[^:\s]{1,100}:\S{16,200}$/,
  'a name and a password of at least 16 characters, as in name:password',
);
const TOPIC = matching(
  /^arn:(aws|aws-cn|aws-us-gov):sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/,
  'the ARN of an SNS topic such as arn:aws:sns:us-east-1:123456789012:email-reports',
);

/** Settings for reports of bounces and complaints to `POST /webhooks/email`. */
function readEmailReports(env: Environment) {
  const topic = read(env, 'SES_SNS_TOPIC', optional(TOPIC), null);
  const standIn = read(env, 'SNS_API_BASE', optional(httpUrl()), null);
  return {
    sns: topic === null ? null : { topic, standIn: standIn === null ? null : withoutLastSlashes(standIn) },
    postmarkLogin: read(env, 'POSTMARK_WEBHOOK_LOGIN', optional(secret(LOGIN)), null),
  };
}

function readAuth(env: Environment, hasMailbox: boolean) {
  const patterns = { schema: commaSeparated, expected: 'address patterns separated by commas' };
  const factor = { schema: z.coerce.number().check(z.gt(0)), expected: 'a number above 0' };
  return {
    autoconfirm: read(env, 'AUTH_AUTOCONFIRM', flag, hasMailbox),
    disableSignup: read(env, 'AUTH_DISABLE_SIGNUP', flag, false),
    jwtKeys: readJwtKeys(env),
    jwtExpSeconds: read(env, 'AUTH_JWT_EXP_SECONDS', seconds(1, 3600), 3600),
    refreshReuseSeconds: read(env, 'AUTH_REFRESH_REUSE_SECONDS', seconds(0, 3600), 10),
    reauthenticationSeconds: read(env, 'AUTH_REAUTHENTICATION_SECONDS', seconds(1, 86_400), 600),
    passwordMinLength: read(env, 'AUTH_PASSWORD_MIN_LENGTH', integer(6, 128, 'a length'), 6),
    emailGapSeconds: read(env, 'AUTH_MAIL_GAP_SECONDS', seconds(0, 86_400), 60),
    emailTokenSeconds: read(env, 'AUTH_MAIL_TOKEN_SECONDS', optional(seconds(0, 604_800)), null),
    rateLimitFactor: read(env, 'AUTH_RATE_LIMIT_FACTOR', factor, 1),
    manualLinking: read(env, 'AUTH_MANUAL_LINKING', flag, true),
    redirectAllowList: read(env, 'AUTH_REDIRECT_ALLOW_LIST', patterns, []),
  };
}

const PUBLISHABLE_KEY = matching(/^pk_(test|live)_\w+$/, 'a key that begins with pk_test_ or pk_live_');
const WEBHOOK_SECRET = secret(matching(/^whsec_.{8,}$/, 'a secret that begins with whsec_'));
const STRIPE_URL = optional(httpUrl('an http address, or nothing at all for Stripe itself'));

function readStripe(env: Environment) {
  const account = readStripeAccount(env);
  return {
    ...account,
    publishableKey: readRequired(env, 'STRIPE_PUBLISHABLE_KEY', PUBLISHABLE_KEY),
    webhookSecret: readRequired(env, 'STRIPE_WEBHOOK_SECRET', WEBHOOK_SECRET),
    jsUrl: read(env, 'STRIPE_JS_URL', STRIPE_URL, null),
    testPayments: !isLiveKey(account.secretKey),
  };
}

const SECRET_KEY = secret(matching(/^(sk|rk)_(test|live)_\w+$/, 'a key that begins with sk_test_, sk_live_ or rk_'));

function readStripeAccount(env: Environment) {
  const secretKey = readRequired(env, 'STRIPE_SECRET_KEY', SECRET_KEY);
  const apiBase = read(env, 'STRIPE_API_BASE', STRIPE_URL, null);
  return { secretKey, apiBase: apiBase === null ? null : new URL(apiBase) };
}

function readGoogle(env: Environment) {
  if (!env['GOOGLE_CLIENT_ID'] && !env['GOOGLE_ISSUER']) return null;
  const clientSecret = secret(string('the client secret of the Google project'));
  return {
    clientId: readRequired(env, 'GOOGLE_CLIENT_ID', string('the client id of the Google project')),
    clientSecret: readRequired(env, 'GOOGLE_CLIENT_SECRET', clientSecret),
    issuer: read(env, 'GOOGLE_ISSUER', httpUrl(), GOOGLE_ISSUER),
  };
}

const CODES = { schema: commaSeparated, expected: 'scan codes separated by commas' };

function readScans(env: Environment) {
  return {
    login: read(env, 'USPS_SCANS_LOGIN', optional(secret(LOGIN)), null),
    /** Codes that the carrier's table lists as returns. Other codes are only stored. */
    returnCodes: read(env, 'USPS_RETURN_CODES', CODES, []),
  };
}

const CHECKED_BY = { schema: z.enum(['none', 'usps', 'lob']), expected: '"none", "usps" or "lob"' };

function readAddressChecks(env: Environment) {
  const by = read(env, 'ADDRESS_CHECKS', CHECKED_BY, 'none');
  if (by === 'lob') readRequired(env, 'LOB_API_KEY', LOB_KEY);
  return {
    by,
    perHour: read(env, 'ADDRESS_CHECKS_PER_HOUR', integer(1, 1_000_000, 'a number'), 60),
    usps: by === 'usps' ? readUsps(env) : null,
  };
}

function readUsps(env: Environment) {
  return {
    clientId: readRequired(env, 'USPS_CLIENT_ID', string('the consumer key of an app at developers.usps.com')),
    clientSecret: readRequired(env, 'USPS_CLIENT_SECRET', secret(string('the consumer secret of that app'))),
    url: withoutLastSlashes(read(env, 'USPS_API_BASE', httpUrl(), USPS_API)),
  };
}

const LOB_KEY = secret(matching(/^(test|live)_\w{8,}$/, 'a key that begins with test_ or live_'));

const CENTS = 'cents';

/**
 * The printer's prices, which the console shows before a batch is sent. Without them nothing can be sent to the
 * printer.
 */
function readPrinterPrices(env: Environment) {
  if (!env['LOB_LETTER_CENTS']) return null;
  return {
    letterCents: readRequired(env, 'LOB_LETTER_CENTS', integer(1, 10_000, CENTS)),
    /** The price of each sheet after the first. */
    sheetCents: read(env, 'LOB_SHEET_CENTS', integer(0, 10_000, CENTS), 0),
    /** The surcharge for a letter to another country. */
    abroadCents: read(env, 'LOB_ABROAD_CENTS', integer(0, 10_000, CENTS), 0),
  };
}

function readLob(env: Environment) {
  if (!env['LOB_API_KEY']) return null;
  return {
    apiKey: readRequired(env, 'LOB_API_KEY', LOB_KEY),
    url: withoutLastSlashes(read(env, 'LOB_API_BASE', httpUrl(), LOB_API)),
    prices: readPrinterPrices(env),
    webhookSecret: read(
      env,
      'LOB_WEBHOOK_SECRET',
      optional(secret(matching(/^\S{16,}$/, 'at least 16 characters'))),
      null,
    ),
  };
}

function readGa4(env: Environment) {
  if (!env['GA4_MEASUREMENT_ID']) return null;
  return {
    measurementId: env['GA4_MEASUREMENT_ID'],
    apiSecret: readRequired(env, 'GA4_API_SECRET', secret(string('the API secret of the GA4 stream'))),
    url: read(env, 'GA4_URL', httpUrl(), 'https://www.google-analytics.com/mp/collect'),
  };
}

export type DeploymentFacts = ReturnType<typeof deploymentFacts>;

const DATABASES = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_MIGRATION_URL'] as const;

function deploymentFacts(env: Environment, settings: Settings) {
  const { siteUrl, stripe, email, auth, google, addressChecks, lob, development, seedDemo } = settings;
  return {
    production: isProduction(env),
    siteUrl,
    sellerIsSet: Boolean(env['SELLER']?.trim()),
    siteUrlIsSet: Boolean(env['SITE_URL']?.trim()),
    stripeKeys: [stripe.secretKey, stripe.publishableKey],
    stripeApiBase: stripe.apiBase,
    stripeJsUrl: stripe.jsUrl,
    sandboxAllowed: read(env, 'ALLOW_SANDBOX_PAYMENTS', flag, false),
    mailboxUrl: email.mailboxUrl,
    databasesInTheClear: settings.withoutTls === null ? withoutVerifiedTls(env, DATABASES) : [],
    autoconfirmIsSet: read(env, 'AUTH_AUTOCONFIRM', flag, false),
    rateLimitFactor: auth.rateLimitFactor,
    googleIssuer: google?.issuer ?? null,
    uspsUrl: addressChecks.usps?.url ?? null,
    lobUrl: lob?.url ?? null,
    snsUrl: settings.emailReports.sns?.standIn ?? null,
    development,
    seedDemo,
    keysAreGiven: auth.jwtKeys !== null,
  };
}

function keysOfTwoModes({ secretKey, publishableKey }: Config['stripe']): string[] {
  if (isLiveKey(secretKey) === isLiveKey(publishableKey)) return [];
  return [
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY disagree, since one is a live key and the other a test key: set both from the same mode.',
  ];
}

/**
 * The settings for `npm run payments:setup`, which itself gets the webhook's secret.
 * @throws ConfigError
 */
export function readSetupConfig(source: Environment) {
  const env = withSecretFiles(source);
  const site = httpUrl('the address at which the provider reaches this shop');
  const siteUrl = withoutLastSlashes(readRequired(env, 'SITE_URL', site));
  const account = readStripeAccount(env);
  if (isLiveKey(account.secretKey) && account.apiBase !== null) {
    throw new ConfigError('STRIPE_API_BASE would be sent a live key, which belongs to Stripe alone: unset it.');
  }
  return { ...account, siteUrl };
}
