import { deepStrictEqual } from 'node:assert';
import { startGoogle } from '../../fakes/google/google.ts';
import { openBeside, type ServerBeside } from '../../test/server/beside.ts';
import { CookieJar } from '../../test/clients/cookie-jar.ts';
import { inParallel } from '../../test/load/in-parallel.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { newestLinkTo } from '../../test/clients/mailbox.ts';
import { REDIRECT_PAYLOADS } from '../../test/builders/redirect-payloads.ts';
import type { Soak } from '../soak.ts';

/** What the payloads imitate. */
const SITE = 'https://deadletter.example';
const ALLOWED = 'https://*.deadletter.example/**';
const GOOGLE = { clientId: 'the-club', clientSecret: 'hush' };
const AT_ONCE = 8;

/** Each payload as `redirect_to` at every door that leads a browser somewhere: none leaves the site. */
export const redirects: Soak = {
  fullCount: REDIRECT_PAYLOADS.length,
  async run(shop, { count }) {
    const google = await startGoogle({ port: 0, ...GOOGLE, redirectUris: [`${SITE}/auth/v1/callback`] });
    const { config } = shop.ctx;
    const beside = await openBeside(shop, {
      siteUrl: SITE,
      google: { ...GOOGLE, issuer: google.url },
      auth: { ...config.auth, emailGapSeconds: 0, redirectAllowList: [ALLOWED] },
    });
    try {
      const payloads = REDIRECT_PAYLOADS.slice(0, count);
      for (const [door, goThrough] of Object.entries(DOORS)) {
        const answers = await inParallel(payloads, AT_ONCE, (payload) => goThrough(beside, shop, payload));
        const astray = payloads.filter((_payload, position) => !isOurs(answers[position] ?? ''));
        console.log(`${door}: ${payloads.length} payloads, ${astray.length} led away`);
        deepStrictEqual(astray, []);
      }
    } finally {
      await beside.close();
      await google.close();
    }
  },
};

/** Where a browser on our site would go: it reads what it is given against the page it is on. */
function isOurs(location: string): boolean {
  const { protocol, host, username } = new URL(location, SITE);
  return protocol === 'https:' && username === '' && /^([a-z]+\.)?deadletter\.example$/.test(host);
}

type Door = (server: ServerBeside, shop: Shop, payload: string) => Promise<string>;

const DOORS: Readonly<Record<string, Door>> = {
  'a link that is dead': ({ siteUrl }, _shop, payload) =>
    locationOf(`${siteUrl}/auth/v1/verify?token=used-up&type=recovery&redirect_to=${encodeURIComponent(payload)}`),
  'a provider that is unknown': ({ siteUrl }, _shop, payload) =>
    locationOf(`${siteUrl}/auth/v1/authorize?provider=nobody&redirect_to=${encodeURIComponent(payload)}`),
  'a link to reset a password': throughRecovery,
  'a sign-in with Google': throughGoogle,
};

async function locationOf(url: string, send: typeof fetch = fetch): Promise<string> {
  const answer = await send(url, { redirect: 'manual', headers: { accept: 'text/html' } });
  return answer.headers.get('location') ?? '';
}

async function throughRecovery({ siteUrl, ctx }: ServerBeside, shop: Shop, payload: string): Promise<string> {
  const { email } = await shop.signUp();
  await fetch(`${siteUrl}/auth/v1/recover?redirect_to=${encodeURIComponent(payload)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  return await locationOf((await newestLinkTo(ctx, email)).replace(SITE, siteUrl));
}

async function throughGoogle({ siteUrl }: ServerBeside, _shop: Shop, payload: string): Promise<string> {
  const { fetch: send } = new CookieJar();
  const begin = `${siteUrl}/auth/v1/authorize?provider=google&redirect_to=${encodeURIComponent(payload)}`;
  const consent = await locationOf(begin, send);
  const back = await fetch(consent, {
    method: 'POST',
    body: new URLSearchParams({ answer: 'cancel' }),
    redirect: 'manual',
  });
  return await locationOf((back.headers.get('location') ?? '').replace(SITE, siteUrl), send);
}
