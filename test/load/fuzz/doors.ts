import { randomUUID } from 'node:crypto';
import { API } from '../../../src/contract/api.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { ERROR_STATUS, errorBody } from '../../../src/contract/errors.ts';
import { OPERATOR_API } from '../../../src/contract/operator/api.ts';
import { newYorkDate } from '../../../src/domain/calendar-date.ts';
import { draftGift, giveGift } from '../../builders/gifts.ts';
import { hireOperator } from '../../builders/operators.ts';
import type { Shopper } from '../../clients/shopper.ts';
import type { Shop } from '../../server/open-shop.ts';
import { goodBody, goodValue } from './good-values.ts';
import { IDENTITY_CALLS, identityDoor } from './identity-doors.ts';
import type { RawAnswer, RawRequest } from './raw-request.ts';
import type { Door } from './requests.ts';

/** A door and what its answers must be like. */
export interface Judged {
  readonly door: Door;
  /** @throws Error saying what is wrong with the answer */
  readonly judge: (request: RawRequest, answer: RawAnswer) => void;
}

/** Every endpoint of the contract, each with a user of its own. */
export async function apiDoors(shop: Shop): Promise<Judged[]> {
  const doors = Object.entries<Endpoint>(API).map(async ([name, endpoint]) => {
    const user = await shop.signUp();
    return await endpointDoor(name, endpoint, user, endpoint.params ? await ownId(endpoint.path, user) : '');
  });
  return await Promise.all(doors);
}

/** Every endpoint of the console, called by an operator. */
export async function consoleDoors(shop: Shop): Promise<Judged[]> {
  const clerk = await hireOperator(shop);
  const doors = Object.entries<Endpoint>(OPERATOR_API).map(([name, endpoint]) =>
    // Of users there is one; of anything else the id of nothing.
    endpointDoor(name, endpoint, clerk, endpoint.path.includes('/subscribers/') ? clerk.userId : randomUUID()),
  );
  return await Promise.all(doors);
}

/** An endpoint as that user calls it, judged by the contract. */
async function endpointDoor(name: string, endpoint: Endpoint, user: Shopper, id: string): Promise<Judged> {
  const { method, path, params, query } = endpoint;
  const asked = new URLSearchParams(goodValue(query) as Record<string, string>);
  return {
    door: {
      name,
      method,
      path,
      params: goodValue(params, { id }) as Record<string, string>,
      query: asked.size > 0 ? `?${asked}` : '',
      headers: { authorization: `Bearer ${user.accessToken}` },
      body: await goodBody(name, endpoint, user),
    },
    judge: (sent, answer) => judgeApi(endpoint, sent, answer),
  };
}

/** Something of the user's own to stand in the path; a path of a kind not listed gets the id of nothing. */
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
  refuseOutside4xx(status);
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

function refuseOutside4xx(status: number): void {
  const isFine = (status >= 200 && status < 300) || (status >= 400 && status < 500);
  if (!isFine) throw new Error(`It answered ${status}.`);
}

const VERSION_HEADER = 'x-supabase-api-version';
const NEW_VERSION = '2024-01-01';
/** Calls that need no Google and leave their user's session and address in place for the next request. */
const WITHOUT_GOOGLE = /^(POST \/(signup|token|logout)|(GET|PUT) \/user$|GET \/(settings|health|.well-known))/;

/** The calls of the identity server that need no Google, each in both of its error shapes (rules/auth-wire 9). */
export async function authDoors(shop: Shop): Promise<Judged[]> {
  const calls = Object.keys(IDENTITY_CALLS).filter((name) => WITHOUT_GOOGLE.test(name));
  const doors = await Promise.all(calls.map((name) => identityDoor({ shop, server: shop }, name)));
  return doors.flatMap((door) => [inShape(door, 'old'), inShape(door, 'new')]);
}

/** The call as a client of that time makes it. */
export function inShape(door: Door, shape: 'old' | 'new'): Judged {
  const headers = shape === 'new' ? { ...door.headers, [VERSION_HEADER]: NEW_VERSION } : door.headers;
  return {
    door: { ...door, name: `${door.name}, ${shape} shape`, headers },
    judge(request, answer) {
      const refusal = refusalIn(request, answer);
      if (refusal === null) return;
      const { code, error_code: errorCode, msg, message } = refusal;
      const isOld = code === answer.status && typeof errorCode === 'string' && typeof msg === 'string';
      const isNew = typeof code === 'string' && typeof message === 'string';
      const isRight = shape === 'old' ? isOld : isNew && answer.headers[VERSION_HEADER] === NEW_VERSION;
      if (!isRight) throw new Error(`The answer has not the ${shape} shape.`);
    },
  };
}

/** Null for a success, which must be JSON too unless it is empty on purpose. */
function refusalIn(
  { method, target, headers }: RawRequest,
  { status, text }: RawAnswer,
): Record<string, unknown> | null {
  refuseOutside4xx(status);
  // What is bent out of /auth/v1, or out of any address at all, is answered by another part of the server.
  if (method === 'HEAD' || !target.startsWith('/auth/v1/') || headers['host'] !== undefined) return null;
  if (status < 300) {
    if (status !== 204) JSON.parse(text);
    return null;
  }
  return JSON.parse(text) as Record<string, unknown>;
}
