import { randomUUID } from 'node:crypto';
import { type Google, startGoogle } from '../../fakes/google/google.ts';
import { type AuthServer, type Browser, startAuthServer } from '../server/auth-server.ts';

/** An identity server that knows the Google stand-in, and people who go from one to the other. */
export interface GoogleVisits {
  readonly server: AuthServer;
  readonly google: Google;
  /** The page that the browser is sent to when it presses the button. */
  consentPageFor(browser: Browser): Promise<string>;
  /** Answers the page, and says where Google sends the browser. */
  wayBack(consentPage: string, form: GoogleForm): Promise<string>;
  /** The same, and follows the browser back to the site. */
  answer(consentPage: string, form: GoogleForm, browser: Browser): Promise<URL>;
  /** All of it. */
  signIn(form: GoogleForm, browser?: Browser): Promise<URL>;
  close(): Promise<void>;
}

/** What is filled in on Google's page. */
type GoogleForm = Readonly<Record<string, string>>;

const CLIENT = { clientId: 'the-club', clientSecret: 'hush' };

export async function openGoogleVisits(env: Readonly<Record<string, string>> = {}): Promise<GoogleVisits> {
  const started: Google[] = [];
  const server = await startAuthServer(async (siteUrl) => {
    const google = await startGoogle({ port: 0, ...CLIENT, redirectUris: [`${siteUrl}/auth/v1/callback`] });
    started.push(google);
    return { ...googleSettings(google), AUTH_AUTOCONFIRM: '0', AUTH_RATE_LIMIT_FACTOR: '100', ...env };
  });
  const [google] = started;
  if (!google) throw new Error('The stand-in did not start.');
  const visits: GoogleVisits = {
    server,
    google,
    consentPageFor: (browser) => consentPageFor(server, browser),
    wayBack,
    answer: async (page, form, browser) => await server.open(await wayBack(page, form), { browser }),
    async signIn(form, browser = server.browser()) {
      return await visits.answer(await visits.consentPageFor(browser), form, browser);
    },
    async close() {
      await server.close();
      await google.close();
    },
  };
  return visits;
}

function googleSettings({ url }: Google): Record<string, string> {
  return { GOOGLE_CLIENT_ID: CLIENT.clientId, GOOGLE_CLIENT_SECRET: CLIENT.clientSecret, GOOGLE_ISSUER: url };
}

async function consentPageFor(server: AuthServer, browser: Browser): Promise<string> {
  const { data } = await browser.signInWithOAuth({
    provider: 'google',
    options: {
      redirectTo: `${server.ctx.config.siteUrl}/auth/callback`,
      queryParams: { prompt: 'select_account consent' },
      skipBrowserRedirect: true,
    },
  });
  return (await server.open(data.url ?? '', { browser })).href;
}

async function wayBack(consentPage: string, form: GoogleForm): Promise<string> {
  const reply = await fetch(consentPage, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return reply.headers.get('location') ?? '';
}

export type GoogleUser = Readonly<{ email: string; name: string; verified?: 'on' }>;

/** Somebody new, whose address Google has verified. */
export function newGoogleUser(): GoogleUser {
  return { email: `person-${randomUUID()}@example.com`, name: 'Agatha Mill', verified: 'on' };
}

/** What an address carries for the browser alone. */
export function fragment(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}
