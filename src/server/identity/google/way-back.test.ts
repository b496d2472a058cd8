import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startAuthServer, type AuthServer } from '../../../../test/server/auth-server.ts';
import {
  fragment,
  type GoogleVisits,
  openGoogleVisits,
  newGoogleUser,
} from '../../../../test/clients/google-visits.ts';
import { flowState } from '../schema.ts';
import { answerWithoutDatabase } from '../../../../test/server/no-database.ts';

let server: AuthServer;
let visits: GoogleVisits;

beforeAll(async () => {
  visits = await openGoogleVisits();
  ({ server } = visits);
});
afterEach(() => server.resetLimits());
afterAll(() => visits.close());

describe('the way back from Google', () => {
  it.each([
    ['', 'bad_oauth_callback'],
    ['?state=nonsense&code=x', 'bad_oauth_state'],
    [`?state=${crypto.randomUUID()}&code=x`, 'bad_oauth_state'],
  ])('callback%s leads to where one can try again, with %s', async (query, code) => {
    const url = await server.open(`${server.url}/callback${query}`);
    expect(url.origin + url.pathname).toBe(`${server.ctx.config.siteUrl}/auth/callback`);
    expect(url.searchParams.get('error_code')).toBe(code);
  });

  it.each(['multipart/form-data; boundary=x', 'application/json', 'text/plain'])(
    'takes a body of %s for an answer without a state',
    async (type) => {
      const answer = await fetch(`${server.url}/callback`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': type },
        body: '{"state":"',
      });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toContain('error_code=bad_oauth_callback');
    },
  );

  it('leads to where one can try again, and stays open, while the database is away', async () => {
    const browser = server.browser();
    const back = await visits.wayBack(await visits.consentPageFor(browser), { ...newGoogleUser() });
    const cookie = server.cookiesOf(browser).received[0] ?? '';
    const answer = await answerWithoutDatabase(server.ctx, back.slice(server.url.length), { headers: { cookie } });
    expect(answer.status).toBe(303);
    const url = new URL(answer.headers.get('location') ?? 'about:blank');
    expect(url.origin + url.pathname).toBe(`${server.ctx.config.siteUrl}/auth/callback`);
    expect(fragment(url)).toMatchObject({ error: 'temporarily_unavailable', error_code: 'unexpected_failure' });
    expect(fragment(await server.open(back, { browser }))).toHaveProperty('access_token');
  });

  it('keeps where the browser goes on sealed, since it may be a gift’s claim link', async () => {
    const token = 'x'.repeat(43);
    const target = `${server.ctx.config.siteUrl}/auth/callback?next=${encodeURIComponent(`/gift/claim?token=${token}`)}`;
    const browser = server.browser();
    const asked = { provider: 'google', options: { redirectTo: target, skipBrowserRedirect: true } } as const;
    const { data } = await browser.signInWithOAuth(asked);
    const page = (await server.open(data.url ?? '', { browser })).href;
    expect(JSON.stringify(await server.ctx.db.select().from(flowState))).not.toContain(token);
    const back = await visits.answer(page, newGoogleUser(), browser);
    expect(back.href.split('#')[0]).toBe(target);
    expect(server.log.join('')).not.toContain(token);
  });

  it('works once, also when it failed', async () => {
    const browser = server.browser();
    const state = new URL(await visits.consentPageFor(browser)).searchParams.get('state');
    const back = `${server.url}/callback?state=${state}&code=forged`;
    expect(fragment(await server.open(back, { browser }))).toMatchObject({
      error: 'server_error',
      error_code: 'unexpected_failure',
    });
    expect((await server.open(back, { browser })).searchParams.get('error_code')).toBe('flow_state_already_used');
  });

  it('is open to the browser that began it, and to no other', async () => {
    const [attacker, victim] = [server.browser(), server.browser()];
    const back = await visits.wayBack(await visits.consentPageFor(attacker), { ...newGoogleUser() });
    const astray = await server.open(back, { browser: victim });
    expect(astray.origin).toBe(server.ctx.config.siteUrl);
    expect(astray.searchParams.get('error_code')).toBe('bad_oauth_state');
    expect(astray.hash).not.toContain('access_token');
    expect(fragment(await server.open(back, { browser: attacker }))).toHaveProperty('access_token');
  });

  it('is open to four tabs of one browser at once', async () => {
    const browser = server.browser();
    const pages: string[] = [];
    for (let tab = 0; tab < 4; tab++) pages.push(await visits.consentPageFor(browser));
    for (const page of pages) {
      expect(fragment(await visits.answer(page, { ...newGoogleUser() }, browser))).toHaveProperty('access_token');
    }
  });

  it('is marked by a cookie that no script reads and no other site sends', async () => {
    const browser = server.browser();
    await visits.consentPageFor(browser);
    const [cookie] = server.cookiesOf(browser).received;
    expect(cookie).toMatch(/^google-flows=[0-9a-f-]{36}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('is marked, over https, by one that no subdomain can plant', async () => {
    const google = {
      GOOGLE_CLIENT_ID: 'the-club',
      GOOGLE_CLIENT_SECRET: 'hush',
      GOOGLE_ISSUER: visits.google.url,
    };
    const secure = await startAuthServer(google, { siteUrl: 'https://deadletter.example' });
    const { headers } = await secure.call('GET', '/authorize?provider=google');
    await secure.close();
    expect(headers.get('set-cookie')).toMatch(/^__Host-google-flows=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  it('closes after five minutes', async () => {
    const browser = server.browser();
    const page = await visits.consentPageFor(browser);
    server.clock.advance(301);
    const url = await visits.answer(page, { ...newGoogleUser() }, browser);
    server.clock.advance(-301);
    expect(url.searchParams.get('error_code')).toBe('bad_oauth_state');
  });

  it('an unknown identity provider is 400 to a program, and leads a browser back to where it came from', async () => {
    const path = `/authorize?provider=facebook&redirect_to=${encodeURIComponent(`${server.ctx.config.siteUrl}/signin`)}`;
    expect(await server.call('GET', path)).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
    const answered = await server.call('GET', path, { headers: { Accept: 'text/html' } });
    expect(answered.status).toBe(302);
    expect(answered.headers.get('location')).toContain('/signin?error=invalid_request');
  });
});
