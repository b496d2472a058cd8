import { randomUUID } from 'node:crypto';
import { startGoogle } from '../../fakes/google/google.ts';
import { type AuthServer, type Browser, startAuthServer } from '../server/auth-server.ts';

/** An identity server that knows the Google stand-in, and browsers that go from one to the other. */
export type GoogleVisits = Awaited<ReturnType<typeof openGoogleVisits>>;

/** What is filled in on Google's page. */
type GoogleForm = Readonly<Record<string, string>>;

const CLIENT = { clientId: 'the-club', clientSecret: 'hush' };

export async function openGoogleVisits(env: Readonly<Record<string, string>> = {}) {
  const redirectUris: string[] = [];
  const google = await startGoogle({ port: 0, ...CLIENT, redirectUris });
  const { clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET } = CLIENT;
  const settings = { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER: google.url };
  const server = await startAuthServer({ ...settings, AUTH_AUTOCONFIRM: '0', AUTH_RATE_LIMIT_FACTOR: '100', ...env });
  redirectUris.push(`${server.siteUrl}/auth/v1/callback`);
  /** Answers Google's page, and follows the browser back to the site. */
  const answer = async (page: string, form: GoogleForm, browser: Browser) =>
    await server.open(await wayBack(page, form), { browser });
  return {
    server,
    google,
    answer,
    wayBack,
    /** The page that the browser is sent to when it presses the button. */
    consentPageFor: (browser: Browser) => consentPageFor(server, browser),
    /** Goes to Google and back. */
    signIn: async (form: GoogleForm, browser = server.browser()) =>
      await answer(await consentPageFor(server, browser), form, browser),
    async close() {
      await server.close();
      await google.close();
    },
  };
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

/** Answers Google's page, and says where Google sends the browser. */
async function wayBack(consentPage: string, form: GoogleForm): Promise<string> {
  const reply = await fetch(consentPage, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return reply.headers.get('location') ?? '';
}

export type GoogleUser = Readonly<{ email: string; name: string; verified?: 'on'; hosted?: 'on' }>;

/** A new user whose address Google has verified, in a domain whose mail it hosts. */
export function newGoogleUser(): GoogleUser {
  return { email: `person-${randomUUID()}@example.com`, name: 'Agatha Mill', verified: 'on', hosted: 'on' };
}

/** The parameters in the URL's fragment. */
export function fragment(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}
