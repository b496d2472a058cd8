import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AuthServer, Browser } from '../../../../test/server/auth-server.ts';
import {
  fragment,
  type GoogleVisits,
  openGoogleVisits,
  type Person,
  somebody,
} from '../../../../test/clients/google-visits.ts';
import { overtake } from '../../../../test/load/overtake.ts';

const PASSWORD = 'a murder of quiet crows';
let server: AuthServer;
let visits: GoogleVisits;

beforeAll(async () => {
  visits = await openGoogleVisits({ AUTH_AUTOCONFIRM: '1' });
  ({ server } = visits);
});
afterEach(() => server.forgetLimits());
afterAll(() => visits.close());

async function member(email = somebody().email): Promise<Browser> {
  const browser = server.browser();
  expect((await browser.signUp({ email, password: PASSWORD })).error).toBeNull();
  return browser;
}

/** Both have looked who it is, and neither has written it down yet. */
async function atOnce(one: () => Promise<URL>, other: () => Promise<URL>): Promise<Record<string, string>[]> {
  const arrivals = await overtake(server.ctx.db, {
    hold: (tx) => tx.execute(sql`lock table auth.identities in exclusive mode`),
    call: () => Promise.all([one(), other()]),
    waiting: 2,
  });
  return arrivals.map(fragment);
}

async function whoCame({ access_token = '', refresh_token = '' }: Record<string, string>) {
  const { data } = await server.browser().setSession({ access_token, refresh_token });
  return { id: data.user?.id, ways: data.user?.identities?.map(({ provider }) => provider) };
}

async function signInTwice(person: Person) {
  const [one, other] = await atOnce(
    () => visits.signIn(person),
    () => visits.signIn(person),
  );
  return [await whoCame(one ?? {}), await whoCame(other ?? {})] as const;
}

describe('one Google account in two tabs at once', () => {
  it('becomes one new member, who is in twice', async () => {
    const [one, other] = await signInTwice(somebody());
    expect(one).toMatchObject({ ways: ['google'] });
    expect(other).toEqual(one);
  });

  it('opens the account of its address twice', async () => {
    const person = somebody();
    await member(person.email);
    const [one, other] = await signInTwice(person);
    expect(one).toMatchObject({ ways: ['email', 'google'] });
    expect(other).toEqual(one);
  });

  it('is linked to one of two accounts, and the other is told so on its own page', async () => {
    const person = somebody();
    const link = async (browser: Browser) => {
      const { data } = await browser.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
      return async () => await visits.answer(data?.url ?? '', person, browser);
    };
    const arrivals = await atOnce(await link(await member()), await link(await member()));
    const errors = arrivals.map(({ error_code }) => error_code).filter((code) => code !== undefined);
    expect(errors).toEqual(['identity_already_exists']);
  });
});

it('two accounts that move to one address at once: one does, and the other is told so on a page', async () => {
  const newEmail = somebody().email;
  const lastLinks: string[] = [];
  for (const email of [somebody().email, somebody().email]) {
    const browser = await member(email);
    expect((await browser.updateUser({ email: newEmail })).error).toBeNull();
    await server.open(await server.linkTo(newEmail));
    lastLinks.push(await server.linkTo(email));
    await server.forgetLimits();
  }
  const arrivals = await overtake(server.ctx.db, {
    hold: (tx) => tx.execute(sql`lock table auth.users in share mode`),
    call: () => Promise.all(lastLinks.map((link) => server.open(link))),
    waiting: 2,
  });
  const errors = arrivals.map((url) => fragment(url)['error_code'] ?? fragment(url)['type']);
  expect(new Set(errors)).toEqual(new Set(['email_change', 'email_exists']));
});
