import { BlockList } from 'node:net';
import * as z from 'zod/mini';
import { PRINTABLE } from '../../../domain/envelope.ts';
import { type DeploymentFacts, GOOGLE_ISSUER, isDeployed, isLiveKey, refusalsOf } from './development-surfaces.ts';
import { trustedProxies } from './trusted-proxies.ts';

/** Everything the environment decides. Nothing else reads `process.env` (rules/code 7). */
export interface Config {
  readonly deployed: boolean;
  readonly development: boolean;
  readonly host: string;
  readonly port: number;
  readonly siteUrl: string;
  readonly role: 'web' | 'worker' | 'both';
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly logLevel: string;
  readonly seedDemo: boolean;
  readonly trustedProxies: BlockList;
  readonly returnAddress: readonly string[];
  readonly stripe: {
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecret: string;
    /** Null: Stripe itself. */
    readonly apiBase: URL | null;
    readonly jsUrl: string | null;
    readonly testPayments: boolean;
  };
  readonly email: {
    readonly smtpUrl: string;
    readonly from: string;
    readonly supportEmail: string;
    /** The viewer at /dev/mailbox; null when emails are really sent. */
    readonly mailboxUrl: string | null;
  };
  readonly auth: {
    readonly autoconfirm: boolean;
    readonly disableSignup: boolean;
    /** JWK set as JSON or a path to it; null: generated under DATA_DIR. */
    readonly jwtKeys: string | null;
    readonly jwtExpSeconds: number;
    readonly refreshReuseSeconds: number;
    readonly reauthenticationSeconds: number;
    readonly passwordMinLength: number;
    readonly emailGapSeconds: number;
    readonly emailTokenSeconds: number | null;
    readonly rateLimitFactor: number;
    readonly manualLinking: boolean;
    readonly redirectAllowList: readonly string[];
  };
  readonly google: { readonly clientId: string; readonly clientSecret: string; readonly issuer: string } | null;
  readonly ga4: { readonly measurementId: string; readonly apiSecret: string; readonly url: string } | null;
}

export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>;

export interface ParsedConfig {
  readonly config: Config;
  readonly refusals: readonly string[];
}

/** @throws ConfigError naming the variable and what is expected (secrets are not repeated), or with all refusals */
export function readConfig(env: Environment): Config {
  const { config, refusals } = parseConfig(env);
  if (refusals.length > 0) throw new ConfigError(refusals.join('\n'));
  return config;
}

export function parseConfig(env: Environment): ParsedConfig {
  const settings = readSettings(env);
  const facts = deploymentFacts(env, settings);
  return {
    config: { ...settings, deployed: isDeployed(facts) },
    refusals: [...keysOfTwoModes(settings.stripe), ...refusalsOf(facts)],
  };
}

function readSettings(env: Environment): Omit<Config, 'deployed'> {
  const production = isProduction(env);
  const port = read(env, 'PORT', integer(0, 65_535), 'a port number from 0 to 65535', 3000);
  const siteUrl = read(
    env,
    'SITE_URL',
    httpUrl,
    'an http(s) address such as https://example.com',
    `http://localhost:${port}`,
  ).replace(/\/+$/, '');
  const mailboxUrl = read(env, 'MAILBOX_URL', z.nullable(httpUrl), 'an http address', null);
  return {
    development: env['DEV'] === '1',
    host: read(env, 'HOST', z.string(), 'an address to listen on', production ? '0.0.0.0' : '127.0.0.1'),
    port,
    siteUrl,
    role: read(env, 'ROLE', z.enum(['web', 'worker', 'both']), '"web", "worker" or "both"', 'both'),
    dataDir: read(env, 'DATA_DIR', z.string(), 'a folder', '.data'),
    databaseUrl: readRequired(
      env,
      'DATABASE_URL',
      z.string().check(z.regex(/^postgres(ql)?:\/\//)),
      'a postgres:// address',
    ),
    logLevel: read(
      env,
      'LOG_LEVEL',
      z.enum(['debug', 'info', 'warn', 'error', 'silent']),
      '"debug", "info", "warn", "error" or "silent"',
      'info',
    ),
    seedDemo: read(env, 'SEED_DEMO', flag, '1 or 0', false),
    trustedProxies: read(
      env,
      'TRUSTED_PROXIES',
      z.pipe(list, trustedProxies),
      'addresses or networks such as 10.0.0.0/8, separated by commas',
      new BlockList(),
    ),
    returnAddress: read(
      env,
      'RETURN_ADDRESS',
      addressLines,
      'up to four lines of forty letters that can be printed, separated by |',
      [],
    ),
    stripe: readStripe(env),
    email: {
      smtpUrl: readRequired(
        env,
        'SMTP_URL',
        z.string().check(z.regex(/^smtps?:\/\//)),
        'an smtp:// or smtps:// address',
      ),
      from: read(
        env,
        'MAIL_FROM',
        z.string(),
        'a sender such as "The Dead Letter Club <post@example.com>"',
        'The Dead Letter Club <post@deadletter.example>',
      ),
      supportEmail: read(env, 'SUPPORT_EMAIL', z.email(), 'an e-mail address', 'support@deadletter.example'),
      mailboxUrl,
    },
    auth: readAuth(env, mailboxUrl !== null),
    google: readGoogle(env),
    ga4: readGa4(env),
  };
}

function isProduction(env: Environment): boolean {
  return env['NODE_ENV']?.trim() === 'production';
}

function deploymentFacts(env: Environment, settings: Omit<Config, 'deployed'>): DeploymentFacts {
  const { siteUrl, stripe, email, auth, google, development, seedDemo } = settings;
  return {
    production: isProduction(env),
    siteUrl,
    siteUrlIsSet: Boolean(env['SITE_URL']?.trim()),
    stripeKeys: [stripe.secretKey, stripe.publishableKey],
    stripeApiBase: stripe.apiBase,
    stripeJsUrl: stripe.jsUrl,
    sandboxAllowed: read(env, 'ALLOW_SANDBOX_PAYMENTS', flag, '1 or 0', false),
    mailboxUrl: email.mailboxUrl,
    autoconfirmIsSet: read(env, 'AUTH_AUTOCONFIRM', flag, '1 or 0', false),
    rateLimitFactor: auth.rateLimitFactor,
    googleIssuer: google?.issuer ?? null,
    development,
    seedDemo,
  };
}

function keysOfTwoModes({ secretKey, publishableKey }: Config['stripe']): string[] {
  if (isLiveKey(secretKey) === isLiveKey(publishableKey)) return [];
  return [
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY disagree, since one is a live key and the other a test key: set both from the same mode.',
  ];
}

/** What `npm run payments:setup` needs, which finds out the webhook's secret. @throws ConfigError */
export function readSetupConfig(
  env: Environment,
): Pick<Config['stripe'], 'secretKey' | 'apiBase'> & { siteUrl: string } {
  const siteUrl = readRequired(env, 'SITE_URL', httpUrl, 'the address at which the provider reaches this shop');
  const account = readStripeAccount(env);
  if (isLiveKey(account.secretKey) && account.apiBase !== null) {
    throw new ConfigError('STRIPE_API_BASE would be sent a live key, which belongs to Stripe alone: unset it.');
  }
  return { ...account, siteUrl: siteUrl.replace(/\/+$/, '') };
}

function readStripeAccount(env: Environment): Pick<Config['stripe'], 'secretKey' | 'apiBase'> {
  const secretKey = readRequired(
    env,
    'STRIPE_SECRET_KEY',
    z.string().check(z.regex(/^(sk|rk)_(test|live)_\w+$/)),
    'a key that begins with sk_test_, sk_live_ or rk_',
    'secret',
  );
  const apiBase = read(
    env,
    'STRIPE_API_BASE',
    z.nullable(httpUrl),
    'an http address, or nothing at all for Stripe itself',
    null,
  );
  return { secretKey, apiBase: apiBase === null ? null : new URL(apiBase) };
}

function readStripe(env: Environment): Config['stripe'] {
  const { secretKey, apiBase } = readStripeAccount(env);
  const publishableKey = readRequired(
    env,
    'STRIPE_PUBLISHABLE_KEY',
    z.string().check(z.regex(/^pk_(test|live)_\w+$/)),
    'a key that begins with pk_test_ or pk_live_',
  );
  const webhookSecret = readRequired(
    env,
    'STRIPE_WEBHOOK_SECRET',
    z.string().check(z.regex(/^whsec_.{8,}$/)),
    'a secret that begins with whsec_',
    'secret',
  );
  const jsUrl = read(
    env,
    'STRIPE_JS_URL',
    z.nullable(httpUrl),
    'an http address, or nothing at all for Stripe itself',
    null,
  );
  return {
    secretKey,
    publishableKey,
    webhookSecret,
    apiBase,
    jsUrl,
    testPayments: !isLiveKey(secretKey),
  };
}

function readAuth(env: Environment, hasMailbox: boolean): Config['auth'] {
  const seconds = (max: number) => integer(0, max);
  return {
    autoconfirm: read(env, 'AUTH_AUTOCONFIRM', flag, '1 or 0', hasMailbox),
    disableSignup: read(env, 'AUTH_DISABLE_SIGNUP', flag, '1 or 0', false),
    jwtKeys: read(env, 'AUTH_JWT_KEYS', z.nullable(z.string()), 'a JWK set as JSON, or a path to one', null),
    jwtExpSeconds: read(env, 'AUTH_JWT_EXP_SECONDS', integer(1, 604_800), 'seconds from 1 to 604800', 3600),
    refreshReuseSeconds: read(env, 'AUTH_REFRESH_REUSE_SECONDS', seconds(3600), 'seconds from 0 to 3600', 10),
    reauthenticationSeconds: read(
      env,
      'AUTH_REAUTHENTICATION_SECONDS',
      integer(1, 86_400),
      'seconds from 1 to 86400',
      600,
    ),
    passwordMinLength: read(env, 'AUTH_PASSWORD_MIN_LENGTH', integer(6, 128), 'a length from 6 to 128', 6),
    emailGapSeconds: read(env, 'AUTH_MAIL_GAP_SECONDS', seconds(86_400), 'seconds from 0 to 86400', 60),
    emailTokenSeconds: read(
      env,
      'AUTH_MAIL_TOKEN_SECONDS',
      z.nullable(seconds(604_800)),
      'seconds from 0 to 604800',
      null,
    ),
    rateLimitFactor: read(env, 'AUTH_RATE_LIMIT_FACTOR', z.coerce.number().check(z.gt(0)), 'a number above 0', 1),
    manualLinking: read(env, 'AUTH_MANUAL_LINKING', flag, '1 or 0', true),
    redirectAllowList: read(env, 'AUTH_REDIRECT_ALLOW_LIST', list, 'address patterns separated by commas', []),
  };
}

function readGoogle(env: Environment): Config['google'] {
  if (!env['GOOGLE_CLIENT_ID'] && !env['GOOGLE_ISSUER']) return null;
  return {
    clientId: readRequired(env, 'GOOGLE_CLIENT_ID', z.string(), 'the client id of the Google project'),
    clientSecret: readRequired(
      env,
      'GOOGLE_CLIENT_SECRET',
      z.string(),
      'the client secret of the Google project',
      'secret',
    ),
    issuer: read(env, 'GOOGLE_ISSUER', httpUrl, 'an http(s) address', GOOGLE_ISSUER),
  };
}

function readGa4(env: Environment): Config['ga4'] {
  if (!env['GA4_MEASUREMENT_ID']) return null;
  return {
    measurementId: env['GA4_MEASUREMENT_ID'],
    apiSecret: readRequired(env, 'GA4_API_SECRET', z.string(), 'the API secret of the GA4 stream', 'secret'),
    url: read(env, 'GA4_URL', httpUrl, 'an http(s) address', 'https://www.google-analytics.com/mp/collect'),
  };
}

const httpUrl = z.string().check(z.refine((text) => /^https?:\/\/[^/]/.test(text) && URL.canParse(text)));
const flag = z.pipe(
  z.enum(['1', '0', 'true', 'false']),
  z.transform((text) => text === '1' || text === 'true'),
);
const list = z.pipe(
  z.string(),
  z.transform((text): readonly string[] =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
);

const addressLine = z.string().check(z.maxLength(40), z.regex(new RegExp(`^[${PRINTABLE}]+$`, 'u')));
const addressLines = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text): readonly string[] =>
      text
        .split('|')
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ),
  z.readonly(z.array(addressLine).check(z.minLength(1), z.maxLength(4))),
);

function integer(least: number, most: number) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(z.transform(Number), z.int().check(z.gte(least), z.lte(most))),
  );
}

/** Shells and compose files write an unset variable as an empty one. */
function read<T>(
  env: Environment,
  name: string,
  schema: z.ZodMiniType<T>,
  expected: string,
  fallback: T,
  secrecy?: 'secret',
): T {
  const raw = env[name]?.trim();
  if (!raw) return fallback;
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    `${name} is ${secrecy ? 'set to something' : JSON.stringify(raw)} that cannot be right: it must be ${expected}.`,
  );
}

function readRequired<T>(
  env: Environment,
  name: string,
  schema: z.ZodMiniType<T>,
  expected: string,
  secrecy?: 'secret',
): T {
  const value = read<T | undefined>(env, name, z.optional(schema), expected, undefined, secrecy);
  if (value === undefined)
    throw new ConfigError(`${name} is not set: it must be ${expected}. (\`npm start\` supplies a stand-in by itself.)`);
  return value;
}
