import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../../../launch/ports.ts';
import { testDatabase, type TestDatabase } from '../../../../test/server/database.ts';
import { runProgram } from '../../../../test/server/run-program.ts';
import { startServer } from '../../../../test/server/server-process.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { DEV_PATHS } from '../../../contract/site-paths.ts';
import { users } from '../../identity/schema.ts';
import { seedDemo } from './seed-demonstration.ts';
import { DEMO_USERS } from './demo-users.ts';

const shop = await startShop();
const { db, config } = shop.ctx;
const folder = await mkdtemp(join(tmpdir(), 'going-live-'));
let customer: Shopper;

beforeAll(async () => {
  customer = await shop.signUp();
  await customer.buy();
  await seedDemo(shop.ctx);
});
afterAll(() => rm(folder, { recursive: true }));

/** As the README deploys it, with the keys of a Stripe account in test mode. */
function deployment(databaseUrl: string): Readonly<Record<string, string>> {
  return {
    NODE_ENV: 'production',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    ...testKeys(),
    STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SITE_URL: 'https://shop.example',
    LOG_LEVEL: 'silent',
    AUTH_JWT_KEYS: join(config.dataDir, 'auth-keys.json'),
    // Another account can't read source code in root's home folder.
    RUN_AS_USER: '0',
  };
}

const start = (settings: Readonly<Record<string, string>>) => runProgram('dist/server/main.js', [], settings);
/** Enough time for a machine that must build the shop first. */
const WITH_A_BUILD = 300_000;
const SEVEN =
  'DATABASE_URL leads to 7 demonstration people whose password everybody can read: take them away with ' +
  '`npm run operator -- remove-demonstration` (beside a build `node dist/server/operator.js remove-demonstration`).\n';

describe('a deployment on a database with demonstration people', () => {
  // Other signs of a deployment need no server: `development-surfaces.test.ts` checks the settings only.
  test('refuses to start beside a public SITE_URL, in one sentence', async () => {
    const settings = { ...deployment(config.databaseUrl), NODE_ENV: '' };
    expect(await start(settings)).toEqual({ code: 1, out: '', err: SEVEN });
  });

  test('refuses to start beside a live key, for which the role of its database may be no superuser either', async () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' };
    const live = { ...keys, SELLER: 'Odile Farrow LLC | 1 Pier Road | Portland, ME 04101' };
    const { code, err } = await start({ ...deployment(config.databaseUrl), ...live, NODE_ENV: '' });
    const [demonstration, role, ...rest] = err.split(/(?<=\n)/);
    expect([code, demonstration, rest]).toEqual([1, SEVEN, []]);
    expect(role).toMatch(/^DATABASE_URL is the way in of \w+, a superuser of the database: give [^\n]+\n$/);
  });

  test('says together what else is wrong', async () => {
    const { code, err } = await start({ ...deployment(config.databaseUrl), SITE_URL: '', AUTH_RATE_LIMIT_FACTOR: '9' });
    const sentences = err.split('\n');
    expect([code, sentences.map((sentence) => sentence.split(' ')[0])]).toEqual([
      1,
      ['SITE_URL', 'AUTH_RATE_LIMIT_FACTOR', 'DATABASE_URL', ''],
    ]);
  });

  test('says what is wrong with the settings while the database is away', async () => {
    const nowhere = deployment('postgres://nobody@127.0.0.1:1/nothing');
    const { code, err } = await start({ ...nowhere, AUTH_AUTOCONFIRM: '1' });
    expect([code, err]).toEqual([1, expect.stringMatching(/^AUTH_AUTOCONFIRM [^\n]+\n$/)]);
  });

  test('makes no others', async () => {
    const before = await db.select().from(users);
    await expect(seedDemo({ ...shop.ctx, config: { ...config, deployed: true } })).rejects.toThrow(
      'Demonstration people are not made on a deployed server.',
    );
    expect(await db.select().from(users)).toHaveLength(before.length);
  });

  test('is put right by the command, whatever else keeps the server from starting', async () => {
    const settings = { ...deployment(config.databaseUrl), AUTH_RATE_LIMIT_FACTOR: '9' };
    const remove = () => runProgram('dist/server/operator.js', ['remove-demonstration'], settings);
    const { code, out, err } = await remove();
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`Demonstration people taken away: ${DEMO_USERS.length}.`);
    expect(await remove()).toEqual({ code: 0, out: 'There are no demonstration people here.\n', err: '' });
    expect((await db.select().from(users)).map(({ id }) => id)).toEqual([customer.userId]);
    expect((await start(settings)).err).toMatch(/^AUTH_RATE_LIMIT_FACTOR [^\n]+\n$/);
  });

  test(
    'starts when they are gone, here as a trial of payments, and has no page of development',
    async () => {
      const { AUTH_RATE_LIMIT_FACTOR: _factor, MAILBOX_URL: _mailbox, ...settings } = shop.settings;
      const port = await freePort();
      const trial = {
        NODE_ENV: 'production',
        SITE_URL: 'https://shop.example',
        ALLOW_SANDBOX_PAYMENTS: '1',
        AUTH_JWT_KEYS: join(config.dataDir, 'auth-keys.json'),
        DRAIN_SECONDS: '0',
        // Another account can't read source code in root's home folder.
        RUN_AS_USER: '0',
      };
      const server = await startServer({ ...settings, ...trial, PORT: String(port), HOST: '127.0.0.1', ROLE: 'web' });
      const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
      const statuses = await Promise.all(['/readyz', '/', DEV_PATHS.ui, '/dev/mailbox'].map(statusOf));
      await server.stop();
      expect(statuses).toEqual([200, 200, 404, 404]);
    },
    WITH_A_BUILD,
  );

  test('no other command runs beside settings that are refused', async () => {
    const settings = { ...deployment(config.databaseUrl), AUTH_RATE_LIMIT_FACTOR: '9' };
    const { code, err } = await runProgram('dist/server/operator.js', ['operators'], settings);
    expect([code, err]).toEqual([1, expect.stringMatching(/^AUTH_RATE_LIMIT_FACTOR /)]);
  });
});

test('an account that was there before the seed is not taken for a demonstration', async () => {
  const email = 'operator@deadletter.example';
  const squatter = await shop.signUp();
  await db.update(users).set({ email }).where(eq(users.id, squatter.userId));
  await seedDemo(shop.ctx);
  const [row] = await db.select().from(users).where(eq(users.id, squatter.userId));
  expect(row).toMatchObject({ email, demonstration: false });
  const marked = await db.select().from(users).where(eq(users.demonstration, true));
  expect(marked.map((user) => user.email).toSorted()).toEqual(
    DEMO_USERS.map((user) => user.email)
      .filter((address) => address !== email)
      .toSorted(),
  );
});

describe('a database of a release before 1.0', () => {
  const REFUSED =
    'This database was made by a release before 1.0, which this one cannot read: name an empty one with DATABASE_URL or DATA_DIR, or delete the data folder.\n';
  let database: TestDatabase;

  beforeEach(async () => {
    database = await testDatabase();
    await query(`update drizzle.__drizzle_migrations set hash = 'of an earlier release'`);
    await query('alter table auth.users drop column demonstration');
  });
  afterEach(() => database.drop());

  async function query(statement: string): Promise<number> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      return (await client.query(statement)).rowCount ?? 0;
    } finally {
      await client.end();
    }
  }

  test('is refused in one sentence, and left as it was', async () => {
    const { code, err } = await start(deployment(database.url));
    expect([code, err]).toEqual([1, REFUSED]);
    expect(await query(`select 1 from information_schema.columns where column_name = 'demonstration'`)).toBe(0);
  });

  test('is refused by the command that takes demonstration people away, too', async () => {
    const settings = deployment(database.url);
    const { code, err } = await runProgram('dist/server/operator.js', ['remove-demonstration'], settings);
    expect([code, err]).toEqual([1, REFUSED]);
  });
});

function testKeys(): Readonly<Record<string, string>> {
  return { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_PUBLISHABLE_KEY: 'pk_test_abc' };
}
