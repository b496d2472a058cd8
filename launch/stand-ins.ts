import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { ReadyLine } from './child.ts';
import { storedText, randomSecret } from './stored-text.ts';
import { stablePort } from './ports.ts';

/** A replacement for an outside service that is not configured. */
export interface StandIn {
  name: string;
  /** The setting that names the real service. */
  replaces: string;
  /** Set if only `STAND_INS` starts this stand-in. */
  askedBy?: string;
  args(place: Place): Promise<string[]>;
  /** Passed by the environment, because every user can read the arguments of programs (rules/operators 30). */
  secret?(place: Place): string;
  settings(place: Place, said: ReadyLine): Record<string, string>;
}

export interface Place {
  dataDir: string;
  port: number;
  /** HOST: the addresses that the server listens on. */
  host: string | undefined;
  siteUrl: string;
}

const GOOGLE_CLIENT_ID = 'dead-letter-club';
const USPS_CLIENT_ID = 'dead-letter-club';

export const STAND_INS: StandIn[] = [
  {
    name: 'The Stripe sandbox',
    replaces: 'STRIPE_SECRET_KEY',
    args: async (place) => [
      'stripe',
      ...flags({
        port: await stablePort(place.dataDir, 'stripe'),
        data: join(place.dataDir, 'stripe'),
        webhook: `http://${localName(place)}:${place.port}/webhooks/stripe`,
        site: place.siteUrl,
      }),
    ],
    secret: webhookSecret,
    settings: (place, { url }) => ({
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
      STRIPE_WEBHOOK_SECRET: webhookSecret(place),
      STRIPE_API_BASE: url,
      STRIPE_JS_URL: `${url}/_sandbox/stripe.js`,
    }),
  },
  {
    name: 'The mailbox',
    replaces: 'SMTP_URL',
    args: async (place) => [
      'mailbox',
      ...flags({
        'smtp-port': await stablePort(place.dataDir, 'mailbox-smtp'),
        'http-port': await stablePort(place.dataDir, 'mailbox-http'),
        data: join(place.dataDir, 'mailbox'),
      }),
    ],
    settings: (_place, { url, smtpUrl }) => ({ SMTP_URL: String(smtpUrl), MAILBOX_URL: url }),
  },
  {
    name: 'The Google stand-in',
    replaces: 'GOOGLE_CLIENT_ID',
    args: async (place) => [
      'google',
      ...flags({
        port: await stablePort(place.dataDir, 'google'),
        data: join(place.dataDir, 'google'),
        'client-id': GOOGLE_CLIENT_ID,
        // The one redirect address that is registered with Google (rules/auth-wire 30).
        'redirect-uri': `${place.siteUrl.replace(/\/+$/, '')}/auth/v1/callback`,
      }),
    ],
    secret: googleSecret,
    settings: (place, { url }) => ({
      GOOGLE_CLIENT_ID,
      GOOGLE_CLIENT_SECRET: googleSecret(place),
      GOOGLE_ISSUER: url,
    }),
  },
  {
    name: 'The postal service',
    replaces: 'USPS_CLIENT_ID',
    askedBy: 'usps',
    args: async (place) => [
      'usps',
      ...flags({
        port: await stablePort(place.dataDir, 'usps'),
        data: join(place.dataDir, 'usps'),
        'client-id': USPS_CLIENT_ID,
        webhook: `http://${localName(place)}:${place.port}/webhooks/usps`,
      }),
    ],
    secret: uspsLogin,
    settings: (place, { url }) => ({
      USPS_SCANS_LOGIN: uspsLogin(place),
      USPS_CLIENT_ID,
      USPS_CLIENT_SECRET: uspsLogin(place).slice('usps:'.length),
      USPS_API_BASE: url,
    }),
  },
  {
    name: 'The printer',
    replaces: 'LOB_API_KEY',
    askedBy: 'lob',
    args: async (place) => [
      'lob',
      ...flags({
        port: await stablePort(place.dataDir, 'lob'),
        data: join(place.dataDir, 'lob'),
        webhook: `http://${localName(place)}:${place.port}/webhooks/lob`,
      }),
    ],
    secret: lobSecret,
    settings: (place, { url }) => ({
      LOB_API_KEY: 'test_standin0',
      LOB_API_BASE: url,
      LOB_WEBHOOK_SECRET: lobSecret(place),
    }),
  },
];

/** Stand-ins for services without settings; some start only if `STAND_INS` names them. */
export function wantedStandIns(env: NodeJS.ProcessEnv): StandIn[] {
  const asked = (env['STAND_INS'] ?? '').split(',').map((name) => name.trim());
  return STAND_INS.filter(
    ({ replaces, askedBy }) => !isSet(env, replaces) && (askedBy === undefined || asked.includes(askedBy)),
  );
}

/** Directly or by a file. */
export function isSet(env: NodeJS.ProcessEnv, name: string): boolean {
  return Boolean(env[name] || env[`${name}_FILE`]);
}

/** Whether all default services are stand-ins. */
export function areAllOurs(wanted: readonly StandIn[]): boolean {
  return STAND_INS.every((standIn) => standIn.askedBy !== undefined || wanted.includes(standIn));
}

const ALL_ADDRESSES = ['0.0.0.0', '::'];

/** How a process of this machine reaches the server. */
function localName({ host }: Place): string {
  if (host === undefined || ALL_ADDRESSES.includes(host)) return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}

function webhookSecret({ dataDir }: Place): string {
  return storedText(join(dataDir, 'stripe-webhook.secret'), () => `whsec_sandbox_${randomSecret()}`);
}

/** Like Google's. */
function googleSecret({ dataDir }: Place): string {
  return storedText(join(dataDir, 'google-client.secret'), () => `GOCSPX-${randomSecret()}`);
}

function lobSecret({ dataDir }: Place): string {
  return storedText(join(dataDir, 'lob-webhook.secret'), randomSecret);
}

/** Also the secret of the client, after the colon. */
function uspsLogin({ dataDir }: Place): string {
  return storedText(join(dataDir, 'usps-scans.secret'), () => `usps:${randomSecret()}`);
}

function flags(values: Record<string, string | number>): string[] {
  return Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)]);
}
