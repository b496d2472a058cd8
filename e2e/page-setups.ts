import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { getAccount } from '../src/contract/account.ts';
import { leaveCaseGroup, withdrawInvitation } from '../src/contract/case-groups.ts';
import { DEMO_PASSWORD } from '../src/server/operator/demonstration/demo-users.ts';
import { acceptInvitation, groupSeenBy, IN_SEASON, invite, pinNote, startGroup } from '../test/builders/case-groups.ts';
import { handOverLetters } from '../test/builders/subscribers.ts';
import { callAuth, type Session, Shopper } from '../test/clients/shopper.ts';
import { giveAuthenticator } from './authenticator.ts';
import { emailsTo } from './mailbox.ts';
import { inDatabase, shopOf } from './shops.ts';
import { button, field, fill, heading, steps, text } from './steps.ts';
import { failAt, shopperOf } from './subscriber.ts';
import { enrol, fillSignup, signIn, stranger, whoIs } from './users.ts';

const NEW_PASSWORD = 'kelp-and-candles-8';

/** The password was right, and the page asks for the authenticator's code, again in a known browser. */
export async function toSecondStep(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin');
  await signIn(page, { email: 'operator@deadletter.example', password: DEMO_PASSWORD });
  await field('Verification code')(page);
}

/** Opens the folded parts, so that all 24 letters show. */
export async function unfolded(page: Page): Promise<void> {
  for (const summary of await page.locator('main details > summary').all()) await summary.click();
}

/** The global error screen with a request id. */
export async function broken(page: Page): Promise<void> {
  const mend = await failAt(page, '**/api/addresses');
  await page.reload();
  await heading('Something went wrong.')(page);
  await mend();
}

/** A season is bought and paid for, and its payer thanked. */
export async function thanked(page: Page): Promise<void> {
  const { subscriptionId } = await shopperOf(await whoIs(page), shopOf(page)).buy({ buyAnother: true });
  // The payment page leaves the same state in the history.
  await page.evaluate((awaitedSubscription) => {
    history.replaceState({ ...(history.state as object), awaitedSubscription }, '');
  }, subscriptionId);
  await page.reload();
  await text('Thank you. Your order is confirmed.')(page);
}

/** A user came back from Google; the next page isn't known yet. */
export async function settingUp(page: Page): Promise<void> {
  // Never answered; leaving ends the request.
  await page.route('**/api/account{,/overview}', () => undefined, { times: 1 });
  await page.goto('/auth/callback');
  await heading('Setting up your account...')(page);
}

/** Selects the annual subscription: its letters are on hold, and two have a temporary address. */
export async function awayFromHome(page: Page): Promise<void> {
  const annual = page.getByRole('option', { name: /annual/ });
  await page.getByLabel('Subscription', { exact: true }).selectOption(await annual.textContent());
}

/** The password is about to change, in a session that the server finds too old. */
export async function askedWhoTheyAre(page: Page): Promise<void> {
  const tooOld = { error_code: 'reauthentication_needed', msg: 'This change requires reauthentication' };
  await page.route('**/auth/v1/factors', (route) => route.fulfill({ status: 400, json: tooOld }), { times: 1 });
  await button('Turn On')(page);
  await expect(page.getByRole('dialog', { name: 'Confirm It’s You' }).getByLabel('Your password')).toBeVisible();
}

/** A run that is only planned. */
export const toPlannedRun = steps((page) => {
  const planned = page.getByRole('listitem').filter({ hasText: 'planned' }).first();
  return planned.getByRole('link', { name: /^Letters of/ }).click();
}, heading('The plan'));

/** The address of a letter that was set aside is being corrected. */
export const toCorrection = steps(button('Decide: letter 1 to Björk Jónsdóttir'), (page) =>
  page.getByRole('radio', { name: /Correct the address/ }).check(),
);

/** A reset link has been asked for. */
export async function linkSent(page: Page, { email } = stranger()): Promise<void> {
  await steps(
    fill({ Email: email }),
    button('Send Reset Link'),
    text('we’ve emailed a reset link to that address'),
  )(page);
}

/** The link of a reset email has been followed. */
export async function resetLink(page: Page): Promise<void> {
  await followResetLink(page, await enrol(page));
}

const sendNewPassword = steps(
  fill({ 'New password': NEW_PASSWORD, 'Confirm new password': NEW_PASSWORD }),
  button('Reset Password'),
);

/** The same, and the password is a new one now. */
export const passwordReset = steps(resetLink, stayOnPage, sendNewPassword, heading('Password Reset'));

/** Stops the timer that leaves the page after three seconds, too soon to check everything. */
export async function stayOnPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const start = window.setTimeout.bind(window);
    const startShort = (run: TimerHandler, delay = 0) => (delay === 3_000 ? 0 : start(run, delay));
    Object.assign(window, { setTimeout: startShort });
  });
}

/** The same, for an account that asks for the authenticator first. */
export async function resetOwesSecondStep(page: Page): Promise<void> {
  const user = await enrol(page);
  await giveAuthenticator(page, user.accessToken);
  await followResetLink(page, user);
  await steps(sendNewPassword, field('Verification code'))(page);
}

async function followResetLink(page: Page, { email }: Session): Promise<void> {
  const { siteUrl } = shopOf(page);
  await callAuth(siteUrl, `/recover?redirect_to=${encodeURIComponent(`${siteUrl}/reset-password`)}`, { email });
  await page.evaluate(() => localStorage.clear());
  await followLink(page, email, /\/reset-link\?/);
  await page.getByRole('main').getByRole('button').click();
  await field('New password')(page);
}

/** The link in the notice of a new password has been followed. */
export async function undoLink(page: Page): Promise<void> {
  const { email, accessToken } = await enrol(page);
  const changed = await page.request.put('/auth/v1/user', {
    headers: { authorization: `Bearer ${accessToken}` },
    data: { password: NEW_PASSWORD },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
  await page.evaluate(() => localStorage.clear());
  await followLink(page, email, /\/undo\?token=/);
  await expect(page.getByRole('button', { name: 'Undo These Changes' })).toBeVisible();
}

/** The same, and the password is gone. */
export const undone = steps(undoLink, button('Undo These Changes'), heading('Undone'));

/** A sign-up that needs confirmation: the server then answers with the user only. */
export async function checkYourEmail(page: Page, user = stranger()): Promise<void> {
  const json = { id: randomUUID(), aud: 'authenticated' };
  await page.route('**/auth/v1/signup*', (route) => route.fulfill({ json }), { times: 1 });
  await fillSignup(page, user);
  await steps(button('Create Account'), heading('Check Your Email'))(page);
}

/** The link of the email about a gift has been followed. */
export async function claimLink(page: Page): Promise<void> {
  const { email } = await whoIs(page);
  await followLink(page, email, /\/gift\/claim\?token=/);
  await expect(page.getByRole('button', { name: 'Open the Gift' })).toBeVisible();
}

/** Goes to such a link in the emails that have arrived for an address. */
async function followLink(page: Page, address: string, wanted: RegExp): Promise<void> {
  const links = async () => (await emailsTo(address, shopOf(page))).flatMap((email) => email.links);
  const find = async () => (await links()).find((each) => wanted.test(each));
  await expect.poll(find).toBeDefined();
  await page.goto((await find()) ?? '');
}

/** The dark theme, as chosen earlier in this browser. */
export async function darkTheme(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('case-file-theme', 'dark'));
  await page.reload();
  await expect(page.getByLabel('Theme')).toHaveValue('dark');
}

/** Somebody with a season of their own has made a link, and it is opened. */
export async function invited(page: Page): Promise<void> {
  const owner = await Shopper.signUp(shopOf(page));
  await owner.buy();
  await startGroup(owner, 'Wilhelmina');
  await page.goto(`/read-along?token=${await invite(owner)}`);
  await field('Your name in the group')(page);
}

/** A group of one's own, with a companion whose note can be read. */
export async function atTable(page: Page): Promise<void> {
  const owner = shopperOf(await whoIs(page), shopOf(page));
  if ((await groupSeenBy(owner)).group?.own.isOwner === false) await owner.call(leaveCaseGroup, { params: IN_SEASON });
  const { group } = await startGroup(owner, 'Ada');
  for (const { id } of group?.invitations ?? []) {
    await owner.call(withdrawInvitation, { params: { ...IN_SEASON, invitation: id } });
  }
  if (group?.seats.length === 1) await seatCompanion(page, owner);
  await page.reload();
  await heading('Who’s reading along')(page);
}

async function seatCompanion(page: Page, owner: Shopper): Promise<void> {
  const companion = await Shopper.signUp(shopOf(page));
  await companion.buy();
  const [own] = (await companion.call(getAccount)).subscriptions;
  await inDatabase(shopOf(page), (db) => handOverLetters(db, own?.id ?? '', ['2026-10-09']));
  await acceptInvitation(companion, await invite(owner), 'Wilhelmina');
  await pinNote(companion, 'He counts everything twice. I have counted him once, and that was enough.');
}

export const withNewLink = steps(atTable, button('Make a Link'), field('The new link'));

/** The companion at that table has been blocked. */
export const withBlocked = steps(
  atTable,
  button(/^Block /),
  (page) => page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click(),
  heading('People you blocked'),
);
