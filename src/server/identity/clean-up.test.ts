import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAuthServer, type AuthServer } from '../../../test/server/auth-server.ts';
import { auditLog, flowState, oneTimeTokens, sessions, users } from './schema.ts';
import { rateLimits } from '../platform/schema.ts';
import { sweepIdentities } from './clean-up.ts';

const PASSWORD = 'a murder of quiet crows';
const DAY = 24 * 3600;
let server: AuthServer;

beforeAll(async () => {
  server = await startAuthServer({ AUTH_AUTOCONFIRM: '0' });
});
afterAll(() => server.close());

it('takes away what has had its day, and nothing before', async () => {
  await server.browser().signUp({ email: 'member@example.com', password: PASSWORD });
  await server.open(await server.linkTo('member@example.com'));
  await server.browser().signUp({ email: 'never@example.com', password: PASSWORD });
  await server.resetLimits();
  await server.browser('pkce').resetPasswordForEmail('member@example.com');
  await server.open(await server.linkTo('member@example.com'));
  const before = await count();
  expect(before).toMatchObject({ users: 2, sessions: 1, tokens: 1, flows: 1 });
  await sweepIdentities(server.ctx);
  expect(await count()).toEqual(before);
  server.clock.advance(2 * DAY);
  await Promise.all([sweepIdentities(server.ctx), sweepIdentities(server.ctx)]);
  expect(await count()).toMatchObject({ users: 2, sessions: 1, tokens: 1, flows: 0, limits: 0 });
  server.clock.advance(30 * DAY);
  await sweepIdentities(server.ctx);
  expect(await count()).toMatchObject({ users: 1, sessions: 1, tokens: 0, log: before.log });
  server.clock.advance(370 * DAY);
  await sweepIdentities(server.ctx);
  expect(await count()).toMatchObject({ users: 1, sessions: 0, log: 0 });
});

it('forgets in a month an address that no one moved to', async () => {
  const email = 'mover@example.com';
  const browser = server.browser();
  await browser.signUp({ email, password: PASSWORD });
  await server.open(await server.linkTo(email));
  await browser.signInWithPassword({ email, password: PASSWORD });
  expect((await browser.updateUser({ email: 'stranger@example.com' })).error).toBeNull();
  const awaited = async () => {
    await sweepIdentities(server.ctx);
    return (await server.ctx.db.select().from(users).where(eq(users.email, email)))[0]?.newEmail;
  };
  server.clock.advance(30 * DAY);
  expect(await awaited()).toBe('stranger@example.com');
  server.clock.advance(2 * DAY);
  expect(await awaited()).toBeNull();
});

async function count() {
  const { db } = server.ctx;
  return {
    users: await db.$count(users),
    sessions: await db.$count(sessions),
    tokens: await db.$count(oneTimeTokens),
    flows: await db.$count(flowState),
    limits: await db.$count(rateLimits),
    log: await db.$count(auditLog),
  };
}
