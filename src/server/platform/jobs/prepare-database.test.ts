import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { giveAnnouncedGift } from '../../../../test/builders/gifts.ts';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import { testDatabase } from '../../../../test/server/database.ts';
import { fulfilmentContext } from '../../../../test/server/fulfilment-context.ts';
import { openShop } from '../../../../test/server/open-shop.ts';
import { claimGift } from '../../../contract/gifts.ts';
import { NO_OVERRIDES } from '../../../domain/holidays.ts';
import { freezeRun } from '../../fulfilment/freeze.ts';
import { openRun } from '../../fulfilment/runs/runs.ts';
import { auditLog } from '../../identity/schema.ts';
import type { Database } from '../db/database.ts';
import { prepareDatabase, roleRefusals, roleWarning } from './prepare-database.ts';

const ROLE = `app_${randomBytes(6).toString('hex')}`;

/** A database whose tables belong to another role than the server's. */
async function databaseOfTwoRoles() {
  const database = await testDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`create role ${ROLE} login password 'sealed'`);
  const url = new URL(database.url);
  Object.assign(url, { username: ROLE, password: 'sealed' });
  onTestFinished(async () => {
    await client.query(`drop owned by ${ROLE}`);
    await client.query(`drop role ${ROLE}`);
    await client.end();
    await database.drop();
  });
  return { databaseUrl: url.href, migrationUrl: database.url };
}

/** The run of Friday, November 27, 2026, with one letter in it. */
async function freezeARun(db: Database) {
  await addSubscriber(db, {
    serviceStart: '2026-10-01',
    paid: 2,
    mailedOn: ['2026-10-05', '2026-10-23', '2026-11-13'],
  });
  const run = { kind: 'friday', nominalOn: '2026-11-27' } as const;
  const { id } = await openRun(db, run, NO_OVERRIDES, new Date('2026-11-24T15:00:00Z'));
  return await freezeRun(fulfilmentContext(db, { now: () => new Date('2026-11-25T05:00:30Z') }), id, null);
}

test('a role that owns nothing sells, gives and freezes, and cannot touch what only grows', async () => {
  const roles = await databaseOfTwoRoles();
  await prepareDatabase(roles);
  const settings = { DATABASE_MIGRATION_URL: roles.migrationUrl };
  const shop = await openShop(roles.databaseUrl, { settings });
  try {
    const [giver, recipient] = [await shop.signUp(), await shop.signUp()];
    await giver.buy();
    const { gift, token } = await giveAnnouncedGift(shop, giver);
    expect(await recipient.call(claimGift, { body: { token } })).toMatchObject({ id: gift.id });
    expect(await freezeARun(shop.ctx.db)).toMatchObject({ state: 'frozen' });
    for (const beyond of [
      sql`alter table auth.audit_log disable trigger user`,
      sql`truncate auth.audit_log`,
      sql`create table public.mine ()`,
    ]) {
      await expect(shop.ctx.db.execute(beyond)).rejects.toMatchObject({ cause: { code: '42501' } });
    }
    expect(await shop.ctx.db.$count(auditLog)).toBeGreaterThan(0);
  } finally {
    await shop.close();
  }
  const { stripe } = shop.ctx.config;
  const deployed = { deployed: true, stripe: { ...stripe, testPayments: false } };
  const trial = { deployed: true, stripe: { ...stripe, testPayments: true } };
  const asSuperuser = { databaseUrl: roles.migrationUrl };
  expect([await roleRefusals({ ...roles, ...deployed }), await roleWarning({ ...roles, ...trial })]).toEqual([
    [],
    null,
  ]);
  expect(await roleRefusals({ ...asSuperuser, ...deployed })).toEqual([expect.stringContaining(', a superuser of ')]);
  expect(await roleRefusals({ ...asSuperuser, ...trial })).toEqual([]);
  expect(await roleWarning({ ...asSuperuser, ...trial })).toContain(', a superuser of ');
  expect(await roleWarning({ ...asSuperuser, ...trial, deployed: false })).toBeNull();
});
