import { BROWSER_REPORTS_PATH } from '../../../contract/site-paths.ts';
import type { Config } from '../config/config.ts';

export type AnswerKind = 'page' | 'app' | 'data' | 'worker';

type HeaderConfig = Pick<Config, 'siteUrl' | 'stripe'> & {
  readonly auth: Pick<Config['auth'], 'redirectAllowList'>;
};

/** No policy allows inline script or style. */
export function headersOf(kind: AnswerKind, config: HeaderConfig): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': policyText(POLICIES[kind](config)),
    'X-Content-Type-Options': 'nosniff',
    // The URL may briefly contain a reset link's tokens (rules/accounts 27).
    'Referrer-Policy': 'strict-origin',
    'Permissions-Policy': permissionsPolicy({ camera: false }),
    // Wallets open their own windows.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Crashes are always reported to `default`.
    ...(kind !== 'data' && { 'Reporting-Endpoints': `default="${BROWSER_REPORTS_PATH}"` }),
    ...(config.siteUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };
}

export function permissionsPolicy({ camera }: { readonly camera: boolean }): string {
  return `camera=(${camera ? 'self' : ''}), geolocation=(), microphone=()`;
}

type Policy = Readonly<Record<string, readonly string[]>>;

const NOTHING = ["'none'"];
const OWN = ["'self'"];

const PAGE_POLICY = {
  'default-src': NOTHING,
  'script-src': OWN,
  'style-src': OWN,
  'font-src': OWN,
  'img-src': OWN,
  'connect-src': OWN,
  'manifest-src': OWN,
  'form-action': OWN,
  'base-uri': NOTHING,
  'frame-ancestors': NOTHING,
  'require-trusted-types-for': ["'script'"],
  'trusted-types': NOTHING,
} as const satisfies Policy;

/** Sent only over TLS, because browsers keep it for a year. */
function reporting({ siteUrl }: HeaderConfig): Policy {
  return { ...(siteUrl.startsWith('https:') && { 'report-to': ['default'] }), 'report-uri': [BROWSER_REPORTS_PATH] };
}

const POLICIES = {
  page: (config) => ({
    ...PAGE_POLICY,
    'form-action': [...OWN, ...redirectHosts(config)],
    ...reporting(config),
  }),
  app: (config) => {
    const stripe = stripeHosts(config);
    return {
      ...PAGE_POLICY,
      ...reporting(config),
      'script-src': [...OWN, ...stripe.script],
      'frame-src': stripe.frame,
      'connect-src': [...OWN, ...stripe.connect],
      // Pages of letters are fetched with a token and shown from blob URLs (decision 112).
      'img-src': [...OWN, 'data:', 'blob:'],
      'worker-src': OWN,
      // For Stripe's scripts (decision 055) and the service worker of the case file.
      'trusted-types': ['default', 'case-worker'],
    };
  },
  data: () => ({ 'default-src': NOTHING, 'base-uri': NOTHING, 'frame-ancestors': NOTHING }),
  // A worker's requests are limited by its own policy.
  worker: () => ({ 'default-src': NOTHING, 'connect-src': OWN, 'base-uri': NOTHING, 'frame-ancestors': NOTHING }),
} satisfies Record<AnswerKind, (config: HeaderConfig) => Policy>;

/** Chrome applies a form's policy to the redirect after it as well. */
function redirectHosts({ auth }: HeaderConfig): readonly string[] {
  const hosts = auth.redirectAllowList.map((pattern) => /^https?:\/\/(?:\*+\.)?[\w.:-]+(?=\/|$)/.exec(pattern)?.[0]);
  return hosts.filter((host) => host !== undefined).map((host) => host.replace('**', '*'));
}

/** See https://docs.stripe.com/security/guide#content-security-policy. The sandbox has only one origin. */
function stripeHosts({ stripe }: HeaderConfig): Record<'script' | 'frame' | 'connect', readonly string[]> {
  const sandbox = [stripe.jsUrl, stripe.apiBase].filter((url) => url !== null).map((url) => new URL(url).origin);
  if (sandbox.length > 0) return { script: sandbox, frame: sandbox, connect: sandbox };
  const js = ['https://js.stripe.com', 'https://*.js.stripe.com'];
  return { script: js, frame: [...js, 'https://hooks.stripe.com'], connect: ['https://api.stripe.com'] };
}

function policyText(policy: Policy): string {
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${[...new Set(sources)].join(' ')}`)
    .join('; ');
}
