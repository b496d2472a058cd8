import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { gatherEvidence } from '../../test/load/evidence.ts';
import { type AnothersGroup, caseGroupAttempts, startRivalGroups } from '../../test/builders/case-group-attempts.ts';
import { draftGift, giftForm, giveGift, newYorkToday } from '../../test/builders/gifts.ts';
import { startShop } from '../../test/server/shop.ts';
import { HARBOR_ADDRESS, RECIPIENT_ADDRESS } from '../../test/builders/addresses.ts';
import { Refusal, type Shopper } from '../../test/clients/shopper.ts';
import { API } from '../contract/api.ts';
import { CASE_PAGE_PATH } from '../contract/case-file.ts';
import { getReceipt, listInvoices } from '../contract/billing.ts';
import { createStripeSubscription, settleCheckout } from '../contract/checkout.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '../contract/endpoint.ts';
import { errorBody } from '../contract/errors.ts';
import { BROWSER_REPORTS_PATH, FORM_ACTIONS } from '../contract/site-paths.ts';
import { addDays } from '../domain/calendar-date.ts';
import { createApp } from './app.ts';
import { AUDIENCE } from './identity/keys/keys.ts';
import { shippingAddresses, userProfiles } from './customers/schema.ts';

const shop = await startShop();
const ENDPOINTS = Object.entries<Endpoint>(API);
const CLOSED = ENDPOINTS.filter(([, { access }]) => access !== 'public');

async function request({ method, path }: Endpoint, authorization?: string): Promise<Response> {
  return await fetch(shop.siteUrl + path.replace(/:\w+/g, randomUUID()), {
    method,
    headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
    ...(method !== 'GET' && { body: '{}' }),
  });
}

async function refusalIn(answer: Response): Promise<string> {
  return `${answer.status} ${errorBody.parse(await answer.json()).code}`;
}

const SIGN_IN_FIRST = '401 not_signed_in';

test('every door of the server stands in the contract, but for these', () => {
  const inContract = new Set(ENDPOINTS.map(([, { method, path }]) => `${method} ${path}`));
  const doors = createApp(shop.ctx).routes.map(({ method, path }) => `${method} ${path}`);
  const others = [...new Set(doors)].filter(
    (door) => !inContract.has(door) && !/ \/(auth\/v1|dev\/mailbox|api\/operator)/.test(door),
  );
  expect(others.sort()).toEqual(
    [
      'ALL /*',
      'GET /api/account/changes',
      `GET ${CASE_PAGE_PATH}`,
      ...[...FORM_ACTIONS].map((path) => `POST ${path}`),
      'POST /l/:code',
      ...['stripe', 'lob', 'usps', 'email'].map((sender) => `POST /webhooks/${sender}`),
      ...['/healthz', '/readyz', '/readyz/pages'].map((path) => `GET ${path}`),
      `POST ${BROWSER_REPORTS_PATH}`,
    ].sort(),
  );
});

describe('an anonymous call to any non-public endpoint is told to sign in first, whatever it asks', () => {
  const strangers = {
    'without a token': () => undefined,
    'with an empty one': () => '',
    'with nonsense': () => 'Bearer nonsense',
    'with a token of another kind': () => 'Basic cmVhZGVyOmVsZW1lbnRhcnk=',
    'with the public anonymous token': async () => `Bearer ${await shop.ctx.keys.sign({ role: 'anon' })}`,
    'with a token that has expired': () => tokenOf({ exp: 1 }),
    'with a token that we have not signed': forgedToken,
  };
  test.each(Object.entries(strangers))('%s', async (_how, authorization) => {
    for (const [name, endpoint] of CLOSED) {
      expect([name, await refusalIn(await request(endpoint, await authorization()))]).toEqual([name, SIGN_IN_FIRST]);
    }
  });

  const standing = CLOSED.filter(([, { access }]) => access === 'session');
  test('with a good token for a session that never was', async () => {
    const authorization = await tokenOf({});
    for (const [name, endpoint] of standing) {
      expect([name, await refusalIn(await request(endpoint, authorization))]).toEqual([name, SIGN_IN_FIRST]);
    }
  });

  test('each of them after signing out, and the profile in the words of the specification', async () => {
    const user = await shop.signUp();
    const authorization = `Bearer ${user.accessToken}`;
    await fetch(`${shop.siteUrl}/auth/v1/logout`, { method: 'POST', headers: { authorization } });
    for (const [name, endpoint] of standing) {
      expect([name, await refusalIn(await request(endpoint, authorization))]).toEqual([name, SIGN_IN_FIRST]);
    }
    for (const way of [undefined, 'Bearer nonsense', authorization]) {
      expect(await (await request(API.saveProfile, way)).json()).toMatchObject({ error: 'User not authenticated' });
    }
  });

  test('the public ones answer anyone', async () => {
    for (const [, endpoint] of ENDPOINTS.filter(([, { access }]) => access === 'public')) {
      expect((await request(endpoint)).status).not.toBe(401);
    }
  });
});

async function tokenOf(changes: Record<string, unknown>): Promise<string> {
  const claims = {
    sub: randomUUID(),
    aud: AUDIENCE,
    role: 'authenticated',
    email: 'nobody@example.com',
    session_id: randomUUID(),
    aal: 'aal1',
    exp: Math.floor(Date.now() / 1000) + 3600,
  };
  return `Bearer ${await shop.ctx.keys.sign({ ...claims, ...changes })}`;
}

async function forgedToken(): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = shop.ctx.keys.jwks.keys[0]?.kid ?? '';
  const header = { alg: 'ES256', kid, jwk: await exportJWK(publicKey) };
  const claims = {
    sub: randomUUID(),
    aud: AUDIENCE,
    email: 'thief@example.com',
    session_id: randomUUID(),
    aal: 'aal1',
  };
  const token = new SignJWT(claims).setProtectedHeader(header).setExpirationTime('1h');
  return `Bearer ${await token.sign(privateKey)}`;
}

/** `season-9` isn't a season that the thief bought. */
function seasonWithoutLetters(call: (season: string) => Promise<unknown>) {
  return [{ what: 'season', call: () => call('season-9'), status: 404, code: 'not_found' }] as const;
}

describe('something of another user’s in a call is refused, and nothing changes', () => {
  let owner: Shopper;
  let thief: Shopper;
  let theirs: {
    addressId: string;
    draftId: string;
    giftId: string;
    subscriptionId: string;
    rowId: string;
    customerId: string;
    invoiceId: string;
    setupIntentId: string;
  } & AnothersGroup;
  beforeAll(async () => {
    [owner, thief] = [await shop.signUp(), await shop.signUp()];
    const { id } = await owner.homeAddress();
    const { subscriptionId, customerId } = await owner.buy();
    await thief.buy();
    await shop.sandbox.webhooksDelivered();
    const [row] = (await owner.call(API.getAccount)).subscriptions;
    const [invoice] = (await owner.call(listInvoices)).invoices;
    const setupIntentId = (await owner.call(API.startCardUpdate)).clientSecret.split('_secret_')[0] ?? '';
    theirs = {
      ...(await startRivalGroups(owner, thief)),
      addressId: id,
      draftId: (await draftGift(owner, newYorkToday(shop))).id,
      giftId: (await giveGift(owner, newYorkToday(shop))).id,
      subscriptionId,
      customerId,
      rowId: row?.id ?? '',
      invoiceId: invoice?.id ?? '',
      setupIntentId,
    };
  });

  type Endpoints = typeof API;
  type Given<E> = [ParamsOf<E>, BodyOf<E>, QueryOf<E>];
  type Taking = {
    [Name in keyof Endpoints]: Given<Endpoints[Name]> extends [undefined, undefined, undefined] ? never : Name;
  }[keyof Endpoints];

  interface Attempt {
    readonly what: string;
    readonly call: () => Promise<unknown>;
    readonly status: number;
    readonly code: string;
  }

  const order = async (changes: object) =>
    await thief.call(createStripeSubscription, { body: { ...(await thief.order()), ...changes } });
  const getAddress = (id: string) => thief.call(API.getAddress, { params: { id } });
  const cancel = (id: string) => thief.call(API.cancelSubscription, { params: { id } });
  const resume = (id: string) => thief.call(API.resumeSubscription, { params: { id } });
  const receipt = (id: string) => thief.call(getReceipt, { params: { id } });
  const getDelivery = (id: string) => thief.call(API.getDelivery, { params: { id } });
  const changeDelivery = (id: string) => thief.call(API.changeDelivery, { params: { id }, body: HARBOR_ADDRESS });
  const move = (addressId: string | null, ids: string[]) =>
    thief.call(API.moveAddress, { body: { addressId, address: HARBOR_ADDRESS, subscriptions: ids } });
  const settle = (subscriptionId: string) => thief.call(settleCheckout, { body: { subscriptionId } });
  const deleteAddress = (id: string) => thief.call(API.deleteAddress, { params: { id } });

  const changeDraft = (id: string) =>
    thief.call(API.changeGiftDraft, { params: { id }, body: giftForm(newYorkToday(shop)) });
  const changeGift = (id: string) =>
    thief.call(API.changeGift, {
      params: { id },
      body: { mailingAddress: RECIPIENT_ADDRESS, startDate: newYorkToday(shop) },
    });
  const correctGift = (id: string) =>
    thief.call(API.correctGift, { params: { id }, body: { recipientEmail: 'wendell@example.com', giftMessage: '' } });
  const getDraft = (id: string) => thief.call(API.getGiftDraft, { params: { id } });
  const certificate = (id: string) => thief.call(API.printGiftCertificate, { params: { id } });
  const announce = (id: string) => thief.call(API.announceGift, { params: { id } });

  const subscriptionIsTheirs = (call: (id: string) => Promise<unknown>): readonly Attempt[] => [
    { what: 'subscription', call: () => call(theirs.rowId), status: 404, code: 'not_found' },
  ];
  /** For each endpoint with input: the ways to name another user's object. An empty list: there is none. */
  const ATTEMPTS: Record<Taking, readonly Attempt[]> = {
    saveProfile: [],
    deleteAccount: [],
    getAddress: [{ what: 'address', call: () => getAddress(theirs.addressId), status: 404, code: 'not_found' }],
    // Another's address in `replaces` is treated like a missing one: a new row is saved.
    createAddress: [],
    // The request contains the address itself, no id.
    checkAddressNow: [],
    checkVisitorsAddress: [],
    deleteAddress: [{ what: 'address', call: () => deleteAddress(theirs.addressId), status: 404, code: 'not_found' }],
    createGiftDraft: [],
    changeGiftDraft: [{ what: 'draft', call: () => changeDraft(theirs.draftId), status: 404, code: 'not_found' }],
    getGiftDraft: [{ what: 'draft', call: () => getDraft(theirs.draftId), status: 404, code: 'not_found' }],
    changeGift: [{ what: 'gift', call: () => changeGift(theirs.giftId), status: 404, code: 'not_found' }],
    correctGift: [{ what: 'gift', call: () => correctGift(theirs.giftId), status: 404, code: 'not_found' }],
    announceGift: [{ what: 'gift', call: () => announce(theirs.giftId), status: 404, code: 'not_found' }],
    printGiftCertificate: [{ what: 'gift', call: () => certificate(theirs.giftId), status: 404, code: 'not_found' }],
    // Each user with a gift's link may claim the gift.
    checkClaimLink: [],
    lookAtClaim: [],
    claimGift: [],
    // Each visitor with a security email's link may use it.
    describeUndo: [],
    undoChanges: [],
    // Note ids are unique per user: another user's id makes a new note.
    syncNotes: [],
    adoptGoogle: [],
    validatePromoCode: [],
    recordEvents: [],
    reportPageFailure: [],
    createStripeSubscription: [
      { what: 'user id', call: () => order({ userId: owner.userId }), status: 403, code: 'not_yours' },
      { what: 'email', call: () => order({ email: owner.email }), status: 403, code: 'not_yours' },
      { what: 'address', call: () => order({ shippingAddressId: theirs.addressId }), status: 404, code: 'not_found' },
      { what: 'gift', call: () => order({ giftId: theirs.draftId }), status: 404, code: 'not_found' },
      { what: 'price', call: () => order({ priceId: 'price_of_mine' }), status: 400, code: 'unknown_price' },
      {
        what: 'plan’s price',
        call: () => order({ planType: 'annual', priceId: monthlyPrice() }),
        status: 400,
        code: 'unknown_price',
      },
      { what: 'season', call: () => order({ seasonId: 'season-2' }), status: 400, code: 'validation_failed' },
    ],
    settleCheckout: [
      {
        what: 'payment',
        call: () => settle(theirs.subscriptionId),
        status: 404,
        code: 'not_found',
      },
    ],
    cancelSubscription: [{ what: 'subscription', call: () => cancel(theirs.rowId), status: 404, code: 'not_found' }],
    resumeSubscription: [{ what: 'subscription', call: () => resume(theirs.rowId), status: 404, code: 'not_found' }],
    getDelivery: [{ what: 'subscription', call: () => getDelivery(theirs.rowId), status: 404, code: 'not_found' }],
    changeDelivery: [
      { what: 'subscription', call: () => changeDelivery(theirs.rowId), status: 404, code: 'not_found' },
    ],
    moveAddress: [
      { what: 'subscription', call: () => move(null, [theirs.rowId]), status: 404, code: 'not_found' },
      { what: 'address', call: () => move(theirs.addressId, []), status: 404, code: 'not_found' },
    ],
    getLetters: subscriptionIsTheirs((id) => thief.call(API.getLetters, { params: { id } })),
    getCalendarFile: subscriptionIsTheirs((id) => thief.call(API.getCalendarFile, { params: { id } })),
    confirmLetter: subscriptionIsTheirs((id) => thief.call(API.confirmLetter, { params: { id, letter: '1' } })),
    reportMissing: subscriptionIsTheirs((id) =>
      thief.call(API.reportMissing, { params: { id, letter: '1' }, body: { sendAgain: 'now' } }),
    ),
    holdLetters: subscriptionIsTheirs((id) =>
      thief.call(API.holdLetters, {
        params: { id },
        body: { fromLetter: 2, resumeOn: addDays(newYorkToday(shop), 30) },
      }),
    ),
    liftHold: subscriptionIsTheirs((id) => thief.call(API.liftHold, { params: { id, holdId: randomUUID() } })),
    sendElsewhere: subscriptionIsTheirs((id) =>
      thief.call(API.sendElsewhere, { params: { id }, body: { fromLetter: 2, toLetter: 3, address: HARBOR_ADDRESS } }),
    ),
    withdrawTemporaryAddress: subscriptionIsTheirs((id) =>
      thief.call(API.withdrawTemporaryAddress, { params: { id, addressId: randomUUID() } }),
    ),
    // No user owns a season: a call reads only the caller's own case file.
    getCaseFile: seasonWithoutLetters((season) => thief.call(API.getCaseFile, { params: { season } })),
    getCaseLetter: seasonWithoutLetters((season) => thief.call(API.getCaseLetter, { params: { season, letter: '1' } })),
    confirmCaseLetter: seasonWithoutLetters((season) =>
      thief.call(API.confirmCaseLetter, { params: { season, letter: '1' } }),
    ),
    reportCaseLetterMissing: seasonWithoutLetters((season) =>
      thief.call(API.reportCaseLetterMissing, { params: { season, letter: '1' }, body: { sendAgain: 'now' } }),
    ),
    reportLetterFault: seasonWithoutLetters((season) =>
      thief.call(API.reportLetterFault, { params: { season, letter: '1' }, body: { says: 'A page is blank.' } }),
    ),
    listCasePuzzles: seasonWithoutLetters((season) => thief.call(API.listCasePuzzles, { params: { season } })),
    openHint: seasonWithoutLetters((season) =>
      thief.call(API.openHint, { params: { season }, body: { puzzle: 'inventory', rung: 1 } }),
    ),
    checkAnswer: seasonWithoutLetters((season) =>
      thief.call(API.checkAnswer, { params: { season }, body: { puzzle: 'inventory', answer: '41, 40, key' } }),
    ),
    getTheory: seasonWithoutLetters((season) => thief.call(API.getTheory, { params: { season } })),
    saveTheory: seasonWithoutLetters((season) =>
      thief.call(API.saveTheory, { params: { season }, body: { who: null, how: null, why: null, words: '' } }),
    ),
    sealTheory: seasonWithoutLetters((season) =>
      thief.call(API.sealTheory, { params: { season }, body: { who: 'pike', how: 'tea', why: 'office', words: '' } }),
    ),
    printTheoryCertificate: seasonWithoutLetters((season) =>
      thief.call(API.printTheoryCertificate, { params: { season } }),
    ),
    ...caseGroupAttempts(() => ({ thief, theirs })),
    getPaymentMethod: [
      {
        what: 'customer id',
        call: () => thief.call(API.getPaymentMethod, { body: { customerId: theirs.customerId } }),
        status: 403,
        code: 'not_yours',
      },
    ],
    finishCardUpdate: [
      {
        what: 'card',
        call: () => thief.call(API.finishCardUpdate, { body: { setupIntentId: theirs.setupIntentId } }),
        status: 404,
        code: 'not_found',
      },
    ],
    saveBillingAddress: [],
    getReceipt: [{ what: 'invoice', call: () => receipt(theirs.invoiceId), status: 404, code: 'not_found' }],
    sendWelcomeEmail: [],
    listInvoices: [],
  };
  let prices: { monthly: string; annual: string };
  beforeAll(async () => {
    ({ prices } = await thief.call(API.getCheckoutConfig));
  });
  const monthlyPrice = () => prices.monthly;

  const attempts = Object.entries(ATTEMPTS).flatMap(([name, list]) => list.map((attempt) => ({ name, ...attempt })));
  test.each(attempts)('$name with another’s $what', async ({ call, status, code }) => {
    const before = await everythingOfBoth();
    await expect(call()).rejects.toMatchObject({ status, code });
    expect(await everythingOfBoth()).toEqual(before);
  });

  async function everythingOfBoth(): Promise<unknown> {
    const users = [owner, thief].map(async (user) => ({
      ...(await gatherEvidence(shop, user)),
      rows: await shop.ctx.db.select().from(shippingAddresses).where(eq(shippingAddresses.userId, user.userId)),
      profile: await shop.ctx.db.select().from(userProfiles).where(eq(userProfiles.id, user.userId)),
    }));
    return await Promise.all(users);
  }

  test.each([
    ['getAddress', getAddress],
    ['deleteAddress', deleteAddress],
    ['cancelSubscription', cancel],
    ['resumeSubscription', resume],
    ['getDelivery', getDelivery],
    ['changeDelivery', changeDelivery],
  ] as const)('%s: what is another’s answers exactly like what is missing', async (name, call) => {
    const id = name.endsWith('Address') ? theirs.addressId : theirs.rowId;
    const answers = [await refusalOf(call(id)), await refusalOf(call(randomUUID()))];
    expect(answers[0]).toEqual(answers[1]);
  });

  test('settleCheckout: another’s payment answers exactly like a missing one', async () => {
    const answers = [await refusalOf(settle(theirs.subscriptionId)), await refusalOf(settle('sub_never_made'))];
    expect(answers[0]).toEqual(answers[1]);
  });
});

async function refusalOf(call: Promise<unknown>): Promise<object> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, code: error.code, message: error.message };
    throw error;
  }
  throw new Error('It was not refused.');
}
