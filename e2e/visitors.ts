import { expect, type Page } from '@playwright/test';
import { getAccount } from '../src/contract/account.ts';
import { announceGift } from '../src/contract/gifts.ts';
import { holdLetters, sendElsewhere } from '../src/contract/letters.ts';
import { cancelSubscription } from '../src/contract/subscriptions.ts';
import { addDays, newYorkDate } from '../src/domain/calendar-date.ts';
import { operators } from '../src/server/identity/schema.ts';
import { DEMO_OPERATOR_SECRET, DEMO_PASSWORD } from '../src/server/operator/demonstration/demo-users.ts';
import { giveGift } from '../test/builders/gifts.ts';
import { HARBOR_ADDRESS } from '../test/builders/addresses.ts';
import { Shopper } from '../test/clients/shopper.ts';
import { Authenticator, giveAuthenticator } from './authenticator.ts';
import { setTheDesk } from './desk.ts';
import { enrol, signIn, storeSession } from './users.ts';
import { comeThroughGoogle, newGoogleAddress } from './google-page.ts';
import { inDatabase, shopOf } from './shops.ts';
import { button, fill, link } from './steps.ts';
import { finishSeason, shopperOf } from './subscriber.ts';

/** How each kind of visitor signs in: a demonstration user, or a new user with a history. */
const WAYS_IN = {
  anonymous: () => Promise.resolve(),
  /** Has an email of ours, and no session. */
  forgetful: () => Promise.resolve(),
  new: (page) => signInAs(page, 'new'),
  subscriber: (page) => signInAs(page, 'reader'),
  cancelled: (page) => signInAs(page, 'cancelled'),
  overdue: (page) => signInAs(page, 'overdue'),
  buyer: async (page) => void (await enrol(page)),
  giver,
  recipient,
  finished,
  guarded,
  operator,
  /** Has the role but no authenticator. */
  keyholder,
} as const satisfies Record<string, (page: Page) => Promise<void>>;

export type Visitor = keyof typeof WAYS_IN;

export const VISITORS = Object.keys(WAYS_IN) as Visitor[];

/** Lets them in. */
export async function enter(page: Page, visitor: Visitor): Promise<void> {
  await WAYS_IN[visitor](page);
}

async function signInAs(page: Page, user: string): Promise<void> {
  await page.goto('/signin');
  await signIn(page, { email: `${user}@deadletter.example`, password: DEMO_PASSWORD });
  await expect(page).toHaveURL(/\/account$/);
}

/** Finds work on the desk; the sign-in of an operator opens the console. */
async function operator(page: Page): Promise<void> {
  await page.goto('/signin');
  await signIn(page, { email: 'operator@deadletter.example', password: DEMO_PASSWORD });
  await fill({ 'Verification code': new Authenticator(DEMO_OPERATOR_SECRET).newCode() })(page);
  await button('Verify')(page);
  await expect(page).toHaveURL(/\/operator$/);
  await setTheDesk(shopOf(page));
}

async function keyholder(page: Page): Promise<void> {
  const { userId } = await enrol(page);
  await inDatabase(shopOf(page), (db) => db.insert(operators).values({ userId, grantedAt: new Date() }));
  await page.goto('/account');
  await link('Console')(page);
  await expect(page).toHaveURL(/\/operator$/);
}

/** Has given gifts in every state, and is away from home for a while. */
async function giver(page: Page): Promise<void> {
  const shopper = shopperOf(await enrol(page), shopOf(page));
  const today = newYorkDate(new Date());
  await giveGift(shopper, today);
  await giveGift(shopper, addDays(today, 60), { recipientName: 'Ruth Calloway', notifyRecipient: false });
  const cancelled = await giveGift(shopper, addDays(today, 40), { recipientName: 'Augustus Thorne' });
  await shopper.call(cancelSubscription, { params: { id: cancelled.subscriptionId } });
  const over = await giveGift(shopper, today, { recipientName: 'Odile Farrow' });
  await inDatabase(shopOf(page), (db) => finishSeason(db, over.subscriptionId));
  await shopper.buy();
  await shopper.buy({ planType: 'annual', buyAnother: true });
  // The letters of the annual season are on hold for a while, and two of them go elsewhere.
  const { subscriptions } = await shopper.call(getAccount);
  const annual = subscriptions.find(({ planType }) => planType === 'annual');
  expect(annual).toBeDefined();
  const params = { id: annual?.id ?? '' };
  await shopper.call(holdLetters, { params, body: { fromLetter: 5, resumeOn: addDays(today, 150) } });
  const address = { ...HARBOR_ADDRESS, addressLine1: '2 Lighthouse Steps' };
  await shopper.call(sendElsewhere, { params, body: { fromLetter: 3, toLetter: 4, address } });
}

/** Got an email about a gift. */
async function recipient(page: Page): Promise<void> {
  const { email: recipientEmail } = await enrol(page);
  const friend = await Shopper.signUp(shopOf(page));
  const { id } = await giveGift(friend, newYorkDate(new Date()), { recipientEmail });
  await friend.call(announceGift, { params: { id } });
}

async function finished(page: Page): Promise<void> {
  const shopper = shopperOf(await enrol(page), shopOf(page));
  await shopper.buy();
  const { subscriptions } = await shopper.call(getAccount);
  expect(subscriptions).toHaveLength(1);
  await inDatabase(shopOf(page), (db) => finishSeason(db, subscriptions[0]?.id ?? ''));
}

const OTHER_DEVICES = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
] as const;

/** Has two-step verification on, Google connected, and other devices. */
async function guarded(page: Page): Promise<void> {
  const { email, password, accessToken } = await enrol(page);
  await storeSession(page, await giveAuthenticator(page, accessToken));
  for (const userAgent of OTHER_DEVICES) {
    const request = { headers: { 'user-agent': userAgent }, data: { email, password } };
    const answer = await page.request.post('/auth/v1/token?grant_type=password', request);
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  await page.goto('/account/profile');
  await comeThroughGoogle(page, newGoogleAddress(), { button: 'Connect Google' });
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
}
