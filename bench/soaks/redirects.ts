import { deepStrictEqual } from 'node:assert';
import { startGoogle } from '../../fakes/google/google.ts';
import { REDIRECT_PAYLOADS } from '../../test/builders/redirect-payloads.ts';
import { CookieJar } from '../../test/clients/cookie-jar.ts';
import { newestLinkTo, pressLink } from '../../test/clients/mailbox.ts';
import { inParallel } from '../../test/load/in-parallel.ts';
import { openBeside, type ServerBeside } from '../../test/server/beside.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { sendJson, type Soak } from './soak.ts';

const SITE = 'https://deadletter.example';
const ALLOWED = 'https://*.deadletter.example/**';
const GOOGLE = { clientId: 'the-club', clientSecret: 'hush' };
const PAYLOADS_AT_ONCE = 8;

export const redirects: Soak = {
  name: 'redirects',
  proves: 'No address in `redirect_to` that resembles ours leads off the site',
  fullSize: REDIRECT_PAYLOADS.length,
  smallSize: 30,
  async run(shop, { size }) {
    const google = await startGoogle({ port: 0, ...GOOGLE, redirectUris: [`${SITE}/auth/v1/callback`] });
    const beside = await openBeside(shop, {
      siteUrl: SITE,
      google: { ...GOOGLE, issuer: google.url },
      auth: { ...shop.ctx.config.auth, emailGapSeconds: 0, redirectAllowList: [ALLOWED] },
    });
    const payloads = REDIRECT_PAYLOADS.slice(0, size);
    try {
      for (const [name, locationFor] of Object.entries(WAYS)) {
        const answers = await inParallel(payloads, PAYLOADS_AT_ONCE, (each) => locationFor(beside, shop, each));
        const astray = payloads.filter((_payload, position) => !isOurs(answers[position] ?? ''));
        deepStrictEqual(astray, [], name);
      }
    } finally {
      await beside.close();
      await google.close();
    }
    return `0 of ${payloads.length * Object.keys(WAYS).length}`;
  },
};

function isOurs(location: string): boolean {
  const { protocol, host, username } = new URL(location, SITE);
  return protocol === 'https:' && username === '' && /^([a-z]+\.)?deadletter\.example$/.test(host);
}

type Way = (server: ServerBeside, shop: Shop, payload: string) => Promise<string>;

const WAYS: Readonly<Record<string, Way>> = {
  'dead link': ({ siteUrl }, _shop, payload) =>
    locationOf(`${siteUrl}/auth/v1/verify?token=used-up&type=recovery&redirect_to=${encodeURIComponent(payload)}`),
  'unknown identity provider': ({ siteUrl }, _shop, payload) =>
    locationOf(`${siteUrl}/auth/v1/authorize?provider=nobody&redirect_to=${encodeURIComponent(payload)}`),
  'password reset': throughRecovery,
  'sign-in with Google': throughGoogle,
};

async function locationOf(url: string, send: typeof fetch = fetch): Promise<string> {
  const answer = await send(url, { redirect: 'manual', headers: { accept: 'text/html' } });
  return answer.headers.get('location') ?? '';
}

async function throughRecovery({ siteUrl, ctx }: ServerBeside, shop: Shop, payload: string): Promise<string> {
  const { email } = await shop.signUp();
  await sendJson(`${siteUrl}/auth/v1/recover?redirect_to=${encodeURIComponent(payload)}`, { email });
  const answer = await pressLink((await newestLinkTo(ctx, email)).replace(SITE, siteUrl));
  return answer.headers.get('location') ?? '';
}

async function throughGoogle({ siteUrl }: ServerBeside, _shop: Shop, payload: string): Promise<string> {
  const { fetch: send } = new CookieJar();
  const begin = `${siteUrl}/auth/v1/authorize?provider=google&redirect_to=${encodeURIComponent(payload)}`;
  const consent = await locationOf(begin, send);
  const body = new URLSearchParams({ answer: 'cancel' });
  const back = await fetch(consent, { method: 'POST', body, redirect: 'manual' });
  return await locationOf((back.headers.get('location') ?? '').replace(SITE, siteUrl), send);
}
