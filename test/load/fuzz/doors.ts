import { randomUUID } from 'node:crypto';
import { API } from '../../../src/contract/api.ts';
import type { BodyInputOf, Endpoint } from '../../../src/contract/endpoint.ts';
import { ERROR_STATUS, errorBody } from '../../../src/contract/errors.ts';
import { addDays, newYorkDate } from '../../../src/domain/calendar-date.ts';
import { HARBOR_ADDRESS, RECIPIENT_ADDRESS } from '../../builders/addresses.ts';
import { draftGift, giftForm, giveGift } from '../../builders/gifts.ts';
import type { Shop } from '../../server/open-shop.ts';
import type { Shopper } from '../../clients/shopper.ts';
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
  return await Promise.all(
    Object.entries<Endpoint>(API).map(async ([name, endpoint]) => {
      const user = await shop.signUp();
      return endpointDoor(name, endpoint, user, {
        params: endpoint.params ? { ...OTHER_PARAMS, id: await ownId(endpoint.path, user) } : {},
        body: endpoint.body ? await GOOD_BODIES[name as WithBody](user) : null,
      });
    }),
  );
}

/** An endpoint as that user calls it, judged by the contract. */
export function endpointDoor(
  name: string,
  endpoint: Endpoint,
  { accessToken }: Shopper,
  request: Pick<Door, 'params' | 'query' | 'body'>,
): Judged {
  const { method, path } = endpoint;
  return {
    door: { name, method, path, headers: { authorization: `Bearer ${accessToken}` }, ...request },
    judge: (sent, answer) => judgeApi(endpoint, sent, answer),
  };
}

/** What else may stand in a path: a letter, and the ids of things that are not there. */
const OTHER_PARAMS = { letter: '2', holdId: randomUUID(), addressId: randomUUID() };

const GIFT_START = newYorkDate(new Date());

/** Something of the user's own to stand in the path; a path of a kind not listed gets the id of nothing. */
async function ownId(path: string, user: Shopper): Promise<string> {
  const [, kind] = /^\/api\/(\w+)/.exec(path) ?? [];
  if (kind === 'addresses') return (await user.homeAddress()).id;
  if (path.startsWith('/api/gifts/drafts')) return (await draftGift(user, GIFT_START)).id;
  if (kind === 'gifts') return (await giveGift(user, GIFT_START)).id;
  if (kind !== 'subscriptions' && kind !== 'invoices') return randomUUID();
  await user.buy();
  const bought =
    kind === 'invoices'
      ? (await user.call(API.listInvoices)).invoices
      : (await user.call(API.getAccount)).subscriptions;
  return bought[0]?.id ?? '';
}

/** The names of the endpoints that take a body. */
export type TakingBody<Api> = {
  [Name in keyof Api]: BodyInputOf<Api[Name]> extends undefined ? never : Name;
}[keyof Api];

type Endpoints = typeof API;
export type WithBody = TakingBody<Endpoints>;
type GoodBody<Name extends keyof Endpoints> = (
  user: Shopper,
) => BodyInputOf<Endpoints[Name]> | Promise<BodyInputOf<Endpoints[Name]>>;

/** A body for each endpoint that takes one, such as would be accepted or nearly. */
export const GOOD_BODIES: { readonly [Name in WithBody]: GoodBody<Name> } = {
  saveProfile: () => ({ fullName: 'Ada Quill', preferences: { emailNotifications: true } }),
  deleteAccount: () => ({ password: 'never-the-right-one' }),
  createAddress: () => ({ ...HARBOR_ADDRESS }),
  updateAddress: () => ({ ...HARBOR_ADDRESS }),
  validatePromoCode: () => ({ promoCode: 'LETTER20' }),
  recordEvents: () => ({ visit: randomUUID(), events: [{ name: 'page_view', path: '/', age: 0 }] }),
  reportPageFailure: () => ({
    reference: randomUUID(),
    path: '/account',
    kind: 'TypeError',
    frames: ['/assets/app-1.js:1:2'],
  }),
  createStripeSubscription: async (user) => ({ ...(await user.order()) }),
  settleCheckout: async (user) => ({ subscriptionId: (await user.submit()).subscriptionId }),
  changeDelivery: () => ({ ...HARBOR_ADDRESS }),
  reportMissing: () => ({ sendAgain: 'now' }),
  holdLetters: () => ({ fromLetter: 3, resumeOn: addDays(GIFT_START, 60) }),
  sendElsewhere: () => ({ fromLetter: 3, toLetter: 4, address: HARBOR_ADDRESS }),
  getPaymentMethod: async (user) => ({ customerId: (await user.submit()).customerId }),
  finishCardUpdate: () => ({ setupIntentId: 'seti_of_nobody' }),
  saveBillingAddress: () => ({ ...HARBOR_ADDRESS }),
  createGiftDraft: () => giftForm(GIFT_START),
  changeGiftDraft: () => giftForm(GIFT_START),
  changeGift: () => ({ mailingAddress: RECIPIENT_ADDRESS, startDate: GIFT_START }),
  claimGift: () => ({ token: 'A'.repeat(43) }),
  describeUndo: () => ({ token: 'A'.repeat(43) }),
  undoChanges: () => ({ token: 'A'.repeat(43) }),
  sendWelcomeEmail: ({ email }) => ({ to: email, userName: 'Ada Quill', type: 'welcome' }),
};

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

export const MODERN = { 'x-supabase-api-version': '2024-01-01' };
/** Calls that need no Google and leave their user's session and address in place for the next request. */
const WITHOUT_GOOGLE = /^(POST \/(signup|token|logout)|(GET|PUT) \/user$|GET \/(settings|health|.well-known))/;

/** The calls of the identity server that need no Google, each in both of its error shapes (rules/auth-wire 9). */
export async function authDoors(shop: Shop): Promise<Judged[]> {
  const calls = IDENTITY_CALLS.filter(({ name }) => WITHOUT_GOOGLE.test(name));
  const doors = await Promise.all(calls.map((call) => identityDoor({ shop, server: shop }, call)));
  return doors.flatMap((door): Judged[] => [
    { door: { ...door, name: `${door.name}, old shape` }, judge: judgeOldShape },
    {
      door: { ...door, name: `${door.name}, new shape`, headers: { ...door.headers, ...MODERN } },
      judge: judgeNewShape,
    },
  ]);
}

export function judgeOldShape(request: RawRequest, answer: RawAnswer): void {
  const refusal = refusalIn(request, answer);
  if (refusal === null) return;
  const { code, error_code: errorCode, msg } = refusal;
  const isOld = code === answer.status && typeof errorCode === 'string' && typeof msg === 'string';
  if (!isOld) throw new Error('The answer has not the old shape.');
}

export function judgeNewShape(request: RawRequest, answer: RawAnswer): void {
  const refusal = refusalIn(request, answer);
  if (refusal === null) return;
  const isNew = typeof refusal['code'] === 'string' && typeof refusal['message'] === 'string';
  if (!isNew || answer.headers['x-supabase-api-version'] !== '2024-01-01') {
    throw new Error('The answer has not the new shape.');
  }
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
