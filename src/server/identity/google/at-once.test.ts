import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AuthServer, Browser } from '../../../../test/server/auth-server.ts';
import {
  fragment,
  type GoogleVisits,
  openGoogleVisits,
  type GoogleUser,
  newGoogleUser,
} from '../../../../test/clients/google-visits.ts';
import { interleave } from '../../../../test/load/interleave.ts';

const PASSWORD = 'a murder of quiet crows';
let server: AuthServer;
let visits: GoogleVisits;

beforeAll(async () => {
  visits = await openGoogleVisits({ AUTH_AUTOCONFIRM: '1' });
  ({ server } = visits);
});
afterEach(() => server.resetLimits());
afterAll(() => visits.close());

async function user(email = newGoogleUser().email): Promise<Browser> {
  const browser = server.browser();
  expect((await browser.signUp({ email, password: PASSWORD })).error).toBeNull();
  return browser;
}

/** Both have looked up the identity, and neither has stored it yet. */
async function atOnce(one: () => Promise<URL>, other: () => Promise<URL>): Promise<Record<string, string>[]> {
  const answers = await interleave(server.ctx.db, {
    hold: (tx) => tx.execute(sql`lock table auth.identities in exclusive mode`),
    call: () => Promise.all([one(), other()]),
    waiting: 2,
  });
  return answers.map(fragment);
}

async function whoCame({ access_token = '', refresh_token = '' }: Record<string, string>) {
  const { data } = await server.browser().setSession({ access_token, refresh_token });
  return { id: data.user?.id, ways: data.user?.identities?.map(({ provider }) => provider) };
}

async function signInTwice(account: GoogleUser) {
  const [one, other] = await atOnce(
    () => visits.signIn(account),
    () => visits.signIn(account),
  );
  return [await whoCame(one ?? {}), await whoCame(other ?? {})] as const;
}

describe('one Google account in two tabs at once', () => {
  it('becomes one new user, who is in twice', async () => {
    const [one, other] = await signInTwice(newGoogleUser());
    expect(one).toMatchObject({ ways: ['google'] });
    expect(other).toEqual(one);
  });

  it('opens the account of its address twice', async () => {
    const account = newGoogleUser();
    await user(account.email);
    const [one, other] = await signInTwice(account);
    expect(one).toMatchObject({ ways: ['email', 'google'] });
    expect(other).toEqual(one);
  });

  it('is linked to one of two accounts, and the other is told so on its own page', async () => {
    const account = newGoogleUser();
    const link = async (browser: Browser) => {
      const { data } = await browser.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
      return async () => await visits.answer(data?.url ?? '', account, browser);
    };
    const answers = await atOnce(await link(await user()), await link(await user()));
    const errors = answers.map(({ error_code }) => error_code).filter((code) => code !== undefined);
    expect(errors).toEqual(['identity_already_exists']);
  });
});

it('two accounts that move to one address at once: one does, and the other is told so on a page', async () => {
  const newEmail = newGoogleUser().email;
  const lastLinks: string[] = [];
  for (const email of [newGoogleUser().email, newGoogleUser().email]) {
    const browser = await user(email);
    expect((await browser.updateUser({ email: newEmail })).error).toBeNull();
    await server.open(await server.linkTo(newEmail));
    lastLinks.push(await server.linkTo(email));
    await server.resetLimits();
  }
  const answers = await interleave(server.ctx.db, {
    hold: (tx) => tx.execute(sql`lock table auth.users in share mode`),
    call: () => Promise.all(lastLinks.map((link) => server.open(link))),
    waiting: 2,
  });
  const errors = answers.map((url) => fragment(url)['error_code'] ?? fragment(url)['type']);
  expect(new Set(errors)).toEqual(new Set(['email_change', 'email_exists']));
});
