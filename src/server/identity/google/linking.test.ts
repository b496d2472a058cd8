import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AuthServer, Browser } from '../../../../test/server/auth-server.ts';
import {
  fragment,
  type GoogleVisits,
  openGoogleVisits,
  newGoogleUser,
} from '../../../../test/clients/google-visits.ts';
import { sessions, users } from '../schema.ts';

const PASSWORD = 'a murder of quiet crows';
let server: AuthServer;
let visits: GoogleVisits;

beforeAll(async () => {
  visits = await openGoogleVisits({ AUTH_AUTOCONFIRM: '1' });
  ({ server } = visits);
});
afterEach(() => server.resetLimits());
afterAll(() => visits.close());

async function user(flowType?: 'implicit' | 'pkce') {
  const browser = server.browser(flowType);
  const { email } = newGoogleUser();
  expect((await browser.signUp({ email, password: PASSWORD })).error).toBeNull();
  return { browser, email };
}

async function takeSecondStep(browser: Browser): Promise<{ id: string }> {
  const { data: factor } = await browser.mfa.enroll({ factorType: 'totp' });
  if (factor?.type !== 'totp') throw new Error('no factor');
  const { secret } = factor.totp;
  const code = new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() });
  expect((await browser.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull();
  return { id: factor.id };
}

async function tokensOf(browser: Browser) {
  const { session } = (await browser.getSession()).data;
  return { access: session?.access_token ?? '', refresh: session?.refresh_token ?? '' };
}

async function claimsOf(browser: Browser) {
  return decodeJwt((await tokensOf(browser)).access);
}

/** The URL of Google's page for this browser. */
async function pageFor(browser: Browser): Promise<string> {
  const { data, error } = await browser.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
  expect(error).toBeNull();
  return data?.url ?? '';
}

/** Uses the code or session from the URL. */
async function arrive(browser: Browser, url: URL): Promise<void> {
  const code = url.searchParams.get('code');
  if (code !== null) return void (await browser.exchangeCodeForSession(code));
  const { access_token = '', refresh_token = '' } = fragment(url);
  expect((await browser.setSession({ access_token, refresh_token })).error).toBeNull();
}

async function waysOf(browser: Browser): Promise<string[]> {
  return ((await browser.getUserIdentities()).data?.identities ?? []).map(({ provider }) => provider);
}

describe('linking within a session', () => {
  it('goes on in a session of its own, whose refresh token is not that of the one which asked', async () => {
    const { browser } = await user();
    const before = await claimsOf(browser);
    const held = await tokensOf(browser);
    const arrived = await visits.answer(await pageFor(browser), { ...newGoogleUser() }, browser);
    expect(fragment(arrived)['refresh_token']).not.toBe(held.refresh);
    await arrive(browser, arrived);
    const after = await claimsOf(browser);
    expect(after).toMatchObject({ sub: before.sub, aal: 'aal1', amr: [{ method: 'oauth' }] });
    expect(after['session_id']).not.toBe(before['session_id']);
    expect(await waysOf(browser)).toEqual(['email', 'google']);
  });

  it.each(['implicit', 'pkce'] as const)('asks for no second step again (%s)', async (flowType) => {
    const { browser } = await user(flowType);
    const factor = await takeSecondStep(browser);
    const before = await claimsOf(browser);
    await arrive(browser, await visits.answer(await pageFor(browser), { ...newGoogleUser() }, browser));
    expect((await claimsOf(browser))['session_id']).not.toBe(before['session_id']);
    expect(await claimsOf(browser)).toMatchObject({ aal: 'aal2' });
    const methods = (await claimsOf(browser))['amr'] as { method: string }[];
    expect(methods.map(({ method }) => method).sort()).toEqual(['oauth', 'totp']);
    expect((await browser.refreshSession()).error).toBeNull();
    expect(await claimsOf(browser)).toMatchObject({ aal: 'aal2' });
    expect((await browser.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
    await browser.refreshSession();
    expect(await claimsOf(browser)).toMatchObject({ aal: 'aal1' });
  });

  it('refuses the token from before the second step, whatever its session has become', async () => {
    const { browser } = await user();
    const { access } = await tokensOf(browser);
    await takeSecondStep(browser);
    const path = '/user/identities/authorize?provider=google&skip_http_redirect=true';
    expect(await server.call('GET', path, { headers: { Authorization: `Bearer ${access}` } })).toMatchObject({
      status: 403,
      body: { error_code: 'insufficient_aal' },
    });
  });

  it('finishes nothing that began before the second step', async () => {
    const { browser } = await user();
    const page = await pageFor(browser);
    await takeSecondStep(browser);
    const astray = await visits.answer(page, { ...newGoogleUser() }, browser);
    expect(fragment(astray)).toMatchObject({ error_code: 'insufficient_aal' });
    expect(await waysOf(browser)).toEqual(['email']);
  });

  it('finishes nothing for someone who was banned while at Google', async () => {
    const { browser, email } = await user();
    const page = await pageFor(browser);
    const ban = (bannedUntil: Date | null) =>
      server.ctx.db.update(users).set({ bannedUntil }).where(eq(users.email, email));
    await ban(new Date(server.clock.now().getTime() + 3600_000));
    const astray = await visits.answer(page, { ...newGoogleUser() }, browser);
    expect(fragment(astray)).toMatchObject({ error: 'access_denied', error_code: 'user_banned' });
    await ban(null);
    expect(await waysOf(browser)).toEqual(['email']);
  });

  it('takes no code whose session has ended since', async () => {
    const { browser, email } = await user('pkce');
    const arrived = await visits.answer(await pageFor(browser), { ...newGoogleUser() }, browser);
    const [account] = await server.ctx.db.select().from(users).where(eq(users.email, email));
    await server.ctx.db.delete(sessions).where(eq(sessions.userId, account?.id ?? ''));
    const { error } = await browser.exchangeCodeForSession(arrived.searchParams.get('code') ?? '');
    expect(error?.name).toBe('AuthSessionMissingError');
  });
});
