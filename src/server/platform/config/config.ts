import { BlockList } from 'node:net';
import * as z from 'zod/mini';
import { GOOGLE_ISSUER, isDeployed, isLiveKey, refusalsOf } from './development-surfaces.ts';
import { withSecretFiles } from './secret-files.ts';
import { readStopping } from './stopping.ts';
import { readStorage } from './storage.ts';
import { trustedProxies } from './trusted-proxies.ts';
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
  string,
} from './variables.ts';

type Settings = Readonly<ReturnType<typeof readSettings>>;

/** Everything the environment decides. Nothing else reads `process.env` (rules/code 7). */
export interface Config extends Settings {
  readonly deployed: boolean;
}

/** @throws ConfigError naming the variable and what is expected (secrets are not repeated), or with all refusals */
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
    runAs: read(env, 'RUN_AS_USER', account, null),
    logLevel: read<string>(env, 'LOG_LEVEL', LOG_LEVEL, 'info'),
    seedDemo: read(env, 'SEED_DEMO', flag, false),
    trustedProxies: read(env, 'TRUSTED_PROXIES', PROXIES, new BlockList()),
    returnAddress: read(env, 'RETURN_ADDRESS', addressLines, []),
    stripe: readStripe(env),
    email,
    auth: readAuth(env, email.mailboxUrl !== null),
    google: readGoogle(env),
    ga4: readGa4(env),
  };
}

function readJwtKeys(env: Environment): string | null {
  return read(env, 'AUTH_JWT_KEYS', optional(string('a JWK set as JSON, or a path to one')), null);
}

export function readMigrationConfig(source: Environment) {
  return readStorage(withSecretFiles(source));
}

/** What a backup and its restore need. @throws ConfigError */
export function readBackupConfig(source: Environment) {
  const env = withSecretFiles(source);
  return { ...readStorage(env), jwtKeys: readJwtKeys(env) };
}

function withoutLastSlashes(url: string): string {
  return url.replace(/\/+$/, '');
}

const SMTP = matching(/^smtps?:\/\//, 'an smtp:// or smtps:// address');
const SENDER = string('a sender such as "The Dead Letter Club <post@example.com>"');

function readEmail(env: Environment) {
  return {
    mailboxUrl: read(env, 'MAILBOX_URL', optional(httpUrl('an http address')), null),
    smtpUrl: readRequired(env, 'SMTP_URL', SMTP),
    from: read(env, 'MAIL_FROM', SENDER, 'The Dead Letter Club <post@deadletter.example>'),
    supportEmail: read(
      env,
      'SUPPORT_EMAIL',
      { schema: z.email(), expected: 'an e-mail address' },
      'support@deadletter.example',
    ),
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

function readGa4(env: Environment) {
  if (!env['GA4_MEASUREMENT_ID']) return null;
  return {
    measurementId: env['GA4_MEASUREMENT_ID'],
    apiSecret: readRequired(env, 'GA4_API_SECRET', secret(string('the API secret of the GA4 stream'))),
    url: read(env, 'GA4_URL', httpUrl(), 'https://www.google-analytics.com/mp/collect'),
  };
}

export type DeploymentFacts = ReturnType<typeof deploymentFacts>;

function deploymentFacts(env: Environment, settings: Settings) {
  const { siteUrl, stripe, email, auth, google, development, seedDemo } = settings;
  return {
    production: isProduction(env),
    siteUrl,
    siteUrlIsSet: Boolean(env['SITE_URL']?.trim()),
    stripeKeys: [stripe.secretKey, stripe.publishableKey],
    stripeApiBase: stripe.apiBase,
    stripeJsUrl: stripe.jsUrl,
    sandboxAllowed: read(env, 'ALLOW_SANDBOX_PAYMENTS', flag, false),
    mailboxUrl: email.mailboxUrl,
    autoconfirmIsSet: read(env, 'AUTH_AUTOCONFIRM', flag, false),
    rateLimitFactor: auth.rateLimitFactor,
    googleIssuer: google?.issuer ?? null,
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

/** What `npm run payments:setup` needs, which finds out the webhook's secret. @throws ConfigError */
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
