import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { hireOperator, passSecondStep } from '../../../test/builders/operators.ts';
import { startShop } from '../../../test/server/shop.ts';
import type { Shopper } from '../../../test/clients/shopper.ts';
import { terminalOf } from '../../../test/clients/terminal.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { OPERATOR_API } from '../../contract/operator/api.ts';
import { enrolAuthenticator, getAuthenticator, RUN_FILE } from '../../contract/operator/constants.ts';
import { CONSOLE_PATHS } from '../../contract/site-paths.ts';
import { createApp } from '../app.ts';
import { operatorLog } from '../platform/schema.ts';
import { grantRole, revokeRole } from '../identity/operators/roles.ts';

const shop = await startShop();
const DOORS: readonly Pick<Endpoint, 'method' | 'path'>[] = [
  ...Object.values(OPERATOR_API),
  getAuthenticator,
  enrolAuthenticator,
  { method: 'GET', path: RUN_FILE.path },
];
const ACT = { operator: 'Odile', note: null } as const;

async function request({ method, path }: Pick<Endpoint, 'method' | 'path'>, token: string | null) {
  const answer = await fetch(shop.siteUrl + path.replace(/:\w+/g, randomUUID()), {
    method,
    headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
    ...(method !== 'GET' && { body: '{' }),
  });
  const { requestId: _, ...body } = (await answer.json()) as Record<string, unknown>;
  // Ignores headers about the date and the connection.
  const headers = [...answer.headers.keys()]
    .filter((name) => !['date', 'connection', 'keep-alive'].includes(name))
    .sort();
  return { status: answer.status, headers, body };
}

test('what the console serves is what its contract says, and the files', () => {
  const inContract = DOORS.map(({ method, path }) => `${method} ${path}`);
  const doors = createApp(shop.ctx).routes.map(({ method, path }) => `${method} ${path}`);
  const ours = new Set(doors.filter((door) => door.includes('/api/operator')));
  expect([...ours].sort()).toEqual(inContract.sort());
});

describe('to anyone but an operator with two steps there is nothing at any address of the console', () => {
  const callers: Record<string, () => Promise<string | null>> = {
    'a stranger': () => Promise.resolve(null),
    'a forger': () => Promise.resolve('nonsense'),
    'a subscriber': async () => (await shop.signUp()).accessToken,
    'a subscriber with two steps': async () => (await withTwoSteps()).accessToken,
    'an operator with one step': async () => (await withRole()).accessToken,
    'somebody who was an operator': async () => {
      const user = await hireOperator(shop);
      await revokeRole(shop.ctx, user.email, ACT);
      return user.accessToken;
    },
    'an operator who has signed out': async () => {
      const { accessToken } = await hireOperator(shop);
      const headers = { authorization: `Bearer ${accessToken}` };
      await fetch(`${shop.siteUrl}/auth/v1/logout`, { method: 'POST', headers });
      return accessToken;
    },
  };

  test.each(Object.entries(callers))('%s', async (_who, tokenOf) => {
    const token = await tokenOf();
    for (const door of DOORS) {
      const unknown = await request({ ...door, path: '/api/nothing-of-ours' }, token);
      expect(unknown.status).toBe(404);
      expect(await request(door, token)).toEqual(unknown);
    }
  });
});

async function withTwoSteps(): Promise<Shopper> {
  const user = await shop.signUp();
  await passSecondStep(shop, user);
  return user;
}

async function withRole(): Promise<Shopper> {
  const user = await shop.signUp();
  await grantRole(shop.ctx, user.email, ACT);
  return user;
}

const visit = async (path: string) => await fetch(shop.siteUrl + path, { headers: { accept: 'text/html' } });

describe('the pages of the console', () => {
  test('are the app in every browser, which asks who is there; other addresses below are unknown', async () => {
    for (const path of Object.values(CONSOLE_PATHS)) expect((await visit(path)).status).toBe(200);
    expect((await visit('/operator/nothing')).status).toBe(404);
  });

  test('are in no document for the public', async () => {
    const document = await (await fetch(`${shop.siteUrl}/api/openapi.json`)).text();
    expect(document).not.toContain('/api/operator');
  });
});

const run = terminalOf(shop);

describe('the role', () => {
  let user: Shopper;
  beforeAll(async () => {
    user = await shop.signUp();
    await passSecondStep(shop, user);
  });
  test('is given by email address, counts at once, and is given once', async () => {
    expect(await run('grant', user.email.toUpperCase())).toContain('is an operator');
    await run('grant', user.email);
    expect(await run('operators')).toContain(user.email);
    expect(await user.call(OPERATOR_API.getToday)).toMatchObject({ waiting: { setAside: 0 } });
    expect(await entries('grant')).toHaveLength(1);
  });

  test('is taken away, at once', async () => {
    await run('revoke', user.email);
    await expect(user.call(OPERATOR_API.getToday)).rejects.toMatchObject({ status: 404 });
    await expect(run('revoke', user.email)).rejects.toThrow('is no operator');
    expect(await entries('revoke')).toMatchObject([{ operator: 'Odile, at a terminal', operatorId: null }]);
  });

  test('is no one’s whom we do not know', async () => {
    await expect(run('grant', 'nobody@example.com')).rejects.toThrow('Nobody here has the address');
    await expect(run('grant')).rejects.toThrow('Say who');
  });

  async function entries(action: string) {
    const rows = await shop.ctx.db.select().from(operatorLog);
    return rows.filter((row) => row.action === action && row.subject === `operator:${user.userId}`);
  }
});

test('the log is only ever added to', async () => {
  await expect(shop.ctx.db.delete(operatorLog)).rejects.toThrow('operator_log');
  await expect(shop.ctx.db.update(operatorLog).set({ operator: 'somebody else' })).rejects.toThrow('operator_log');
});
