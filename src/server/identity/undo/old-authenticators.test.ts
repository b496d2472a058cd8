import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  addFactor,
  askUndo,
  passFactor,
  removeFactor,
  undo,
  undoTokenTo,
} from '../../../../test/clients/undo-links.ts';
import { type AuthServer, type Browser, startAuthServer } from '../../../../test/server/auth-server.ts';

const PASSWORD = 'a murder of quiet crows';
const NEXT_PASSWORD = 'a parliament of loud owls';
const TEN_DAYS = 10 * 24 * 3600;
let server: AuthServer;

beforeAll(async () => {
  server = await startAuthServer({ AUTH_AUTOCONFIRM: '1', AUTH_MAIL_GAP_SECONDS: '0' });
});
afterEach(() => server.resetLimits());
afterAll(() => server.close());

async function signUp(name: string) {
  const [browser, email] = [server.browser(), `${name}@example.com`];
  expect((await browser.signUp({ email, password: PASSWORD })).error).toBeNull();
  return { browser, email };
}

/** An account whose authenticator is ten days old, in a session that has just passed both steps. */
async function guarded(name: string) {
  const { browser: first, email } = await signUp(name);
  const secret = await addFactor(server, first);
  server.clock.advance(TEN_DAYS);
  const browser = server.browser();
  await browser.signInWithPassword({ email, password: PASSWORD });
  await passFactor(server, browser, (await factorsOf(browser))[0]?.id ?? '', secret);
  return { browser, email, secret };
}

async function factorsOf(browser: Browser) {
  return (await browser.getUser()).data.user?.factors ?? [];
}

/** The link from the email opened a session that still needs the second step. */
async function expectLocked(browser: Browser, secret: string): Promise<void> {
  const [factor, ...others] = await factorsOf(browser);
  expect([factor?.status, others]).toEqual(['verified', []]);
  expect((await browser.updateUser({ password: NEXT_PASSWORD })).error).toMatchObject({ code: 'insufficient_aal' });
  await passFactor(server, browser, factor?.id ?? '', secret);
}

describe('an authenticator older than seven days', () => {
  it('is taken away by no link: its own has expired, and a later one leaves it', async () => {
    const { browser, email, secret } = await guarded('later');
    const own = await undoTokenTo(server, email);
    expect((await askUndo(server, '/api/undo', own)).body).toMatchObject({ code: 'link_expired' });
    await browser.updateUser({ password: NEXT_PASSWORD });
    await expectLocked(await undo(server, await undoTokenTo(server, email)), secret);
  });

  it('comes back when the one that took its place is taken away', async () => {
    const { browser, email, secret } = await guarded('replaced');
    await removeFactor(browser);
    await addFactor(server, browser);
    const token = await undoTokenTo(server, email);
    expect((await askUndo(server, '/api/undo/describe', token)).body['changes']).toMatchObject([
      { kind: 'factor_added' },
      { kind: 'factor_removed' },
    ]);
    await expectLocked(await undo(server, token), secret);
  });

  it('is the only one that comes back so: a stranger’s of yesterday does not', async () => {
    const { browser, email } = await signUp('stranger');
    await addFactor(server, browser);
    await removeFactor(browser);
    await addFactor(server, browser);
    expect(await factorsOf(await undo(server, await undoTokenTo(server, email)))).toEqual([]);
  });
});
