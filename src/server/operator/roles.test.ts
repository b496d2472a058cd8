import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { hireOperator } from '../../../test/builders/operators.ts';
import type { Shopper } from '../../../test/clients/shopper.ts';
import { terminalOf } from '../../../test/clients/terminal.ts';
import { startShop } from '../../../test/server/shop.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { OPERATOR_API } from '../../contract/operator/api.ts';
import { RUN_FILE } from '../../contract/operator/constants.ts';
import { CALL_ROLES, mayCall, type OperatorCallName } from '../../contract/operator/roles.ts';
import { type Role, ROLES } from '../../domain/staff-roles.ts';
import { operators } from '../identity/schema.ts';

const shop = await startShop();
type Door = Pick<Endpoint, 'method' | 'path'>;
const DOORS = Object.entries({ ...OPERATOR_API, downloadRunFile: { method: 'GET', path: RUN_FILE.path } }) as [
  OperatorCallName,
  Door,
][];

/** The first sentence of a refusal. */
function wordsOf({ code, error = '' }: Awaited<ReturnType<typeof ask>>): string | null {
  return code === 'role_refused' ? error.replace(/ Ask .*$/, '') : null;
}

const NOTHING = 'There is nothing at this address.';

async function ask({ method, path }: Door, token: string | null, accept = 'application/json') {
  const answer = await fetch(shop.siteUrl + path.replace(/:\w+/g, randomUUID()), {
    method,
    headers: { accept, 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(method !== 'GET' && { body: '{' }),
  });
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  const { error, code } = isJson ? ((await answer.json()) as Record<string, string>) : {};
  return { status: answer.status, error, code };
}

describe('each call of the console', () => {
  const staff = new Map<Role, Shopper>();
  let former: Shopper;
  let customer: Shopper;
  beforeAll(async () => {
    for (const role of ROLES) staff.set(role, await hireOperator(shop, role));
    former = await hireOperator(shop);
    await shop.ctx.db.delete(operators).where(eq(operators.userId, former.userId));
    customer = await shop.signUp();
  });

  test.each(ROLES)('serves the role %s if the table says so, and else refuses in words, as CSV too', async (role) => {
    const { accessToken } = staff.get(role)!;
    for (const [name, door] of DOORS) {
      for (const accept of door.method === 'GET' ? ['application/json', 'text/csv'] : ['application/json']) {
        const answer = await ask(door, accessToken, accept);
        const cell = { name, refused: answer.status === 403 && answer.code === 'role_refused', says: wordsOf(answer) };
        const refused = !mayCall(role, name);
        expect(cell).toEqual({ name, refused, says: refused ? `Your role, ${role}, doesn’t include this.` : null });
      }
    }
  });

  test('is nothing to a customer, a former operator and a stranger', async () => {
    for (const token of [customer.accessToken, former.accessToken, null]) {
      for (const [name, door] of DOORS) {
        expect({ name, ...(await ask(door, token)) }).toMatchObject({ name, status: 404, error: NOTHING });
      }
    }
  });

  test('is for owners at least, so that no call is without a person', () => {
    for (const roles of Object.values(CALL_ROLES)) expect(roles).toContain('owner');
  });

  test('is refused at a terminal that is signed with the address of an operator without the role', async () => {
    const run = terminalOf(shop);
    await expect(run('get-figures', '--by', 'Odile')).resolves.toContain('active');
    const { runCommand } = await import('./terminal/commands.ts');
    const { email } = staff.get('packer')!;
    await expect(runCommand(shop.ctx, ['get-figures', '--by', email])).rejects.toThrow('Ask an owner');
    await expect(runCommand(shop.ctx, ['list-runs', '--by', email])).resolves.toBeDefined();
    const file = ['download-run-file', '--id', 'F20261127', '--batch', '1', '--name', 'a.csv', '--out', '/dev/null'];
    await expect(runCommand(shop.ctx, [...file, '--by', staff.get('support')!.email])).rejects.toThrow('Your role');
  });
});

test('a changed role counts at the next call of a session that is open', async () => {
  const user = await hireOperator(shop);
  expect(await user.call(OPERATOR_API.getFigures, { query: {} })).toMatchObject({ active: expect.any(Number) });
  await shop.ctx.db.update(operators).set({ role: 'packer' }).where(eq(operators.userId, user.userId));
  await expect(user.call(OPERATOR_API.getFigures, { query: {} })).rejects.toMatchObject({ status: 403 });
});

test('a terminal gives a role by name, changes it, and refuses another name', async () => {
  const run = terminalOf(shop);
  const user = await hireOperator(shop);
  expect(await run('grant', user.email, '--role', 'packer')).toContain('is an operator (packer)');
  expect(await run('operators')).toContain(`${user.email} (packer)`);
  await expect(user.call(OPERATOR_API.getFigures, { query: {} })).rejects.toMatchObject({ status: 403 });
  await expect(run('grant', user.email, '--role', 'boss')).rejects.toThrow('owner, support, packer');
});

test('support cannot act on the account of an operator', async () => {
  const support = await hireOperator(shop, 'support');
  const owner = await hireOperator(shop);
  const asked = { params: { id: owner.userId }, body: { note: 'Lost phone' } };
  for (const call of [OPERATOR_API.removeFactor, OPERATOR_API.signOut, OPERATOR_API.ban, OPERATOR_API.unban]) {
    await expect(support.call(call, asked)).rejects.toMatchObject({ status: 403, code: 'role_refused' });
  }
  expect(await owner.call(OPERATOR_API.getToday)).toBeDefined();
});
