import type { DeploymentFacts } from './config.ts';

export const GOOGLE_ISSUER = 'https://accounts.google.com';
export const USPS_API = 'https://apis.usps.com';
export const LOB_API = 'https://api.lob.com/v1';
const SANDBOX_KEY = 'sk_test_sandbox';

const MARKS = {
  liveKey: { holds: ({ stripeKeys }) => stripeKeys.some(isLiveKey), words: 'a live Stripe key' },
  production: { holds: ({ production }) => production, words: 'NODE_ENV=production' },
  publicSite: {
    holds: ({ siteUrl }) => !isLoopback(new URL(siteUrl).hostname),
    words: 'a SITE_URL that is not loopback',
  },
} as const satisfies Record<string, { holds: (facts: DeploymentFacts) => boolean; words: string }>;

type Mark = keyof typeof MARKS;
/** `on trial` is refused unless ALLOW_SANDBOX_PAYMENTS is 1. */
type Verdict = 'allowed' | 'refused' | 'on trial';

export const MAY_STAND_BESIDE = {
  site: { liveKey: 'refused', production: 'refused', publicSite: 'refused' },
  seller: { liveKey: 'refused', production: 'allowed', publicSite: 'allowed' },
  sandbox: { liveKey: 'refused', production: 'on trial', publicSite: 'on trial' },
  sandboxPermission: { liveKey: 'refused', production: 'allowed', publicSite: 'allowed' },
  mailbox: { liveKey: 'refused', production: 'refused', publicSite: 'refused' },
  databaseInTheClear: { liveKey: 'refused', production: 'refused', publicSite: 'refused' },
  autoconfirm: { liveKey: 'refused', production: 'refused', publicSite: 'refused' },
  googleStandIn: { liveKey: 'refused', production: 'refused', publicSite: 'refused' },
  uspsStandIn: { liveKey: 'refused', production: 'refused', publicSite: 'refused' },
  lobStandIn: { liveKey: 'refused', production: 'refused', publicSite: 'refused' },
  snsStandIn: { liveKey: 'refused', production: 'refused', publicSite: 'refused' },
  rateLimitFactor: { liveKey: 'refused', production: 'refused', publicSite: 'refused' },
  developmentServer: { liveKey: 'refused', production: 'refused', publicSite: 'refused' },
  seed: { liveKey: 'refused', production: 'refused', publicSite: 'refused' },
  generatedKeys: { liveKey: 'refused', production: 'refused', publicSite: 'refused' },
} as const satisfies Record<string, Record<Mark, Verdict>>;

type Surface = keyof typeof MAY_STAND_BESIDE;

interface SurfaceRule {
  readonly holds: (facts: DeploymentFacts) => boolean;
  readonly what: (facts: DeploymentFacts) => string;
  readonly remedy: string;
}

const SURFACES: Record<Surface, SurfaceRule> = {
  site: {
    holds: ({ siteUrl }) => !siteUrl.startsWith('https:'),
    what: ({ siteUrl, siteUrlIsSet }) => (siteUrlIsSet ? `SITE_URL is ${siteUrl}, not https` : 'SITE_URL is not set'),
    remedy: 'set it to the https address of the shop',
  },
  seller: {
    holds: ({ sellerIsSet }) => !sellerIsSet,
    what: () => 'SELLER is not set, so that pages, emails and receipts show a placeholder',
    remedy: 'set it to the legal name and the postal address, in lines separated by |',
  },
  sandbox: {
    holds: (facts) => sandboxVariables(facts).length > 0,
    what: (facts) => `${leads(sandboxVariables(facts))} to a sandbox where no real money moves`,
    remedy:
      'set the keys of a Stripe account and unset STRIPE_API_BASE and STRIPE_JS_URL, ' +
      'or for a trial with test keys, under a banner, set ALLOW_SANDBOX_PAYMENTS=1',
  },
  sandboxPermission: {
    holds: ({ sandboxAllowed }) => sandboxAllowed,
    what: () => 'ALLOW_SANDBOX_PAYMENTS is 1',
    remedy: 'unset it',
  },
  mailbox: {
    holds: ({ mailboxUrl }) => mailboxUrl !== null,
    what: () => 'MAILBOX_URL shows every email to every visitor',
    remedy: 'unset it and set SMTP_URL to a mail server (without SMTP_URL `npm start` puts up a mailbox)',
  },
  databaseInTheClear: {
    holds: ({ databasesInTheClear }) => databasesInTheClear.length > 0,
    what: ({ databasesInTheClear: variables }) =>
      `${leads(variables)} to a PostgreSQL on another machine without TLS and a look at its certificate`,
    remedy: 'add ?sslmode=verify-full, or, if no one can listen on the way, set DATABASE_WITHOUT_TLS to the reason',
  },
  autoconfirm: {
    holds: ({ autoconfirmIsSet }) => autoconfirmIsSet,
    what: () => 'AUTH_AUTOCONFIRM opens accounts for addresses that were never confirmed',
    remedy: 'unset it',
  },
  googleStandIn: {
    holds: ({ googleIssuer }) => googleIssuer !== null && googleIssuer.replace(/\/+$/, '') !== GOOGLE_ISSUER,
    what: ({ googleIssuer }) => `GOOGLE_ISSUER is ${googleIssuer}, not Google`,
    remedy:
      'unset it and set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET ' +
      '(without GOOGLE_CLIENT_ID `npm start` puts up a stand-in)',
  },
  uspsStandIn: {
    holds: ({ uspsUrl }) => uspsUrl !== null && uspsUrl !== USPS_API,
    what: ({ uspsUrl }) => `USPS_API_BASE is ${uspsUrl}, not the postal service`,
    remedy: 'unset it, and STAND_INS',
  },
  lobStandIn: {
    holds: ({ lobUrl }) => lobUrl !== null && lobUrl !== LOB_API,
    what: ({ lobUrl }) => `LOB_API_BASE is ${lobUrl}, not Lob`,
    remedy: 'unset it, and STAND_INS',
  },
  snsStandIn: {
    holds: ({ snsUrl }) => snsUrl !== null,
    what: ({ snsUrl }) => `SNS_API_BASE is ${snsUrl}, not Amazon SNS`,
    remedy: 'unset it',
  },
  rateLimitFactor: {
    holds: ({ rateLimitFactor }) => rateLimitFactor > 1,
    what: ({ rateLimitFactor }) => `AUTH_RATE_LIMIT_FACTOR is ${rateLimitFactor}, which loosens every limit`,
    remedy: 'unset it, or set it to 1 or less',
  },
  developmentServer: {
    holds: ({ development }) => development,
    what: () => 'DEV serves the sources without security policies',
    remedy: 'unset it and run the build',
  },
  seed: {
    holds: ({ seedDemo }) => seedDemo,
    what: () => 'SEED_DEMO makes accounts whose passwords are public',
    remedy: 'unset it (`npm start` sets it while every part is its own)',
  },
  generatedKeys: {
    holds: ({ keysAreGiven }) => !keysAreGiven,
    what: () => 'AUTH_JWT_KEYS is not set, so that each machine would make keys of its own',
    remedy:
      'set it to the shop’s keys (docs/operating.md says how they are made), ' +
      'or, where this shop has made its own already, to the path of auth-keys.json in DATA_DIR',
  },
};

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

export function isLiveKey(key: string): boolean {
  return /^(sk|rk|pk)_live_/.test(key);
}

export function isDeployed(facts: DeploymentFacts): boolean {
  return marksOf(facts).length > 0;
}

export function refusalsOf(facts: DeploymentFacts): string[] {
  const marks = marksOf(facts);
  return Object.entries(MAY_STAND_BESIDE).flatMap(([name, verdicts]) => {
    const { holds, what, remedy } = SURFACES[name as Surface];
    const against = marks.filter((mark) => isRefused(verdicts[mark], facts));
    if (!holds(facts) || against.length === 0) return [];
    const beside = against.map((mark) => MARKS[mark].words).join(' and ');
    return [`${what(facts)}, which is refused beside ${beside}: ${remedy}.`];
  });
}

function marksOf(facts: DeploymentFacts): Mark[] {
  return (Object.keys(MARKS) as Mark[]).filter((mark) => MARKS[mark].holds(facts));
}

function isRefused(verdict: Verdict, { sandboxAllowed }: DeploymentFacts): boolean {
  return verdict === 'refused' || (verdict === 'on trial' && !sandboxAllowed);
}

function leads(variables: readonly string[]): string {
  return `${new Intl.ListFormat('en').format(variables)} ${variables.length === 1 ? 'leads' : 'lead'}`;
}

function sandboxVariables({ stripeKeys, stripeApiBase, stripeJsUrl }: DeploymentFacts): string[] {
  return [
    ...(stripeKeys.includes(SANDBOX_KEY) ? ['STRIPE_SECRET_KEY'] : []),
    ...(stripeApiBase === null ? [] : ['STRIPE_API_BASE']),
    ...(stripeJsUrl === null ? [] : ['STRIPE_JS_URL']),
  ];
}
