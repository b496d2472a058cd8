import { randomUUID } from 'node:crypto';
import { API } from '../../../src/contract/api.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { ERROR_STATUS, errorBody } from '../../../src/contract/errors.ts';
import { OPERATOR_API } from '../../../src/contract/operator/api.ts';
import { newYorkDate } from '../../../src/domain/calendar-date.ts';
import { nextMailingDays } from '../../../src/domain/mailing-calendar.ts';
import { draftGift, giveGift } from '../../builders/gifts.ts';
import { hireOperator } from '../../builders/operators.ts';
import type { Shopper } from '../../clients/shopper.ts';
import type { Shop } from '../../server/open-shop.ts';
import { inParallel } from '../in-parallel.ts';
import { goodBody, goodValue } from './good-values.ts';
import { isExpected } from './identity-doors.ts';
import type { RawAnswer, RawRequest } from './raw-request.ts';
import { type Door, OPENED_AT_ONCE } from './requests.ts';

/** Every endpoint of the contract, each with a user of its own. */
export async function apiDoors(shop: Shop): Promise<Door[]> {
  return await inParallel(Object.entries<Endpoint>(API), OPENED_AT_ONCE, async ([name, endpoint]) => {
    const user = await shop.signUp();
    return await endpointDoor(name, endpoint, user, endpoint.params ? await ownId(endpoint.path, user) : '');
  });
}

/** Every endpoint of the console, called by one operator. */
export async function consoleDoors(shop: Shop): Promise<Door[]> {
  const clerk = await hireOperator(shop);
  const user = await shop.signUp();
  return await inParallel(Object.keys(OPERATOR_API), OPENED_AT_ONCE, (name) => consoleDoor(name, clerk, user));
}

/** One endpoint of the console, called by that operator and about that user. */
export async function consoleDoor(name: string, clerk: Shopper, user: Shopper): Promise<Door> {
  const endpoint = (OPERATOR_API as Readonly<Record<string, Endpoint>>)[name];
  if (endpoint === undefined) throw new Error(`The console has no ${name}.`);
  return await endpointDoor(name, endpoint, clerk, await consoleId(endpoint.path, clerk, user));
}

/** The id of a run or user that exists. Other paths get an unused id. */
async function consoleId(path: string, clerk: Shopper, user: Shopper): Promise<string> {
  const [, kind] = /^\/api\/operator\/(\w+)\/:/.exec(path) ?? [];
  if (kind === 'subscribers') return user.userId;
  if (kind === 'subscriptions') return (await user.call(API.getAccount)).subscriptions[0]?.id ?? randomUUID();
  if (kind !== 'runs') return randomUUID();
  const run = { kind: 'friday', nominalOn: nextMailingDays(newYorkDate(new Date()), 1)[0] };
  return (await clerk.call(OPERATOR_API.openRunAhead, { body: run })).id;
}

/** An endpoint as that user calls it, judged by the contract. */
async function endpointDoor(name: string, endpoint: Endpoint, user: Shopper, id: string): Promise<Door> {
  const { method, path, params, query } = endpoint;
  const asked = new URLSearchParams(goodValue(query) as Record<string, string>);
  return {
    name,
    method,
    path,
    params: goodValue(params, { id }) as Record<string, string>,
    query: asked.size > 0 ? `?${asked}` : '',
    headers: { authorization: `Bearer ${user.accessToken}` },
    body: await goodBody(name, endpoint, user),
    judge: (sent, answer) => judgeApi(endpoint, sent, answer),
  };
}

/** The id of the user's own object for the path. Paths of other kinds get an unused id. */
async function ownId(path: string, user: Shopper): Promise<string> {
  const [, kind] = /^\/api\/(\w+)/.exec(path) ?? [];
  const today = newYorkDate(new Date());
  if (kind === 'addresses') return (await user.homeAddress()).id;
  if (path.startsWith('/api/gifts/drafts')) return (await draftGift(user, today)).id;
  if (kind === 'gifts') return (await giveGift(user, today)).id;
  if (kind !== 'subscriptions' && kind !== 'invoices') return randomUUID();
  await user.buy();
  const bought =
    kind === 'invoices'
      ? (await user.call(API.listInvoices)).invoices
      : (await user.call(API.getAccount)).subscriptions;
  return bought[0]?.id ?? '';
}

function judgeApi(endpoint: Endpoint, { method }: RawRequest, { status, text }: RawAnswer): void {
  if (!isExpected(status)) throw new Error(`It answered ${status}.`);
  if (method === 'HEAD') return;
  if (status < 300) {
    if (method === endpoint.method) endpoint.reply.parse(JSON.parse(text));
    return;
  }
  const { code, fields, requestId } = errorBody.parse(JSON.parse(text));
  if (ERROR_STATUS[code] !== status) throw new Error(`${code} was answered with ${status}.`);
  if (requestId === '') throw new Error('The answer has no request id.');
  if (code === 'validation_failed' && Object.keys(fields ?? {}).length === 0) {
    throw new Error('The answer names no field.');
  }
}
