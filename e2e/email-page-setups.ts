import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { DEV_PATHS } from '../src/contract/site-paths.ts';
import { receivedEmails } from '../test/clients/mailbox.ts';
import { giveAuthenticator } from './authenticator.ts';
import { shopOf } from './shops.ts';
import { alert, button, field, fill, heading, steps, text } from './steps.ts';
import { enrol, fillSignup, type TestUser, stranger, whoIs } from './users.ts';

// What an email of ours leads to, or promises.

const NEW_PASSWORD = 'kelp-and-candles-8';

/** A reset link has been asked for. */
export async function linkSent(page: Page, { email }: TestUser = stranger()): Promise<void> {
  await steps(fill('Email', email), button('Send Reset Link'), text('a reset link is on its way'))(page);
}

/** The link of a reset email has been followed. */
export async function resetLink(page: Page): Promise<void> {
  await followResetLink(page, await enrol(page));
}

const sendNewPassword = steps(
  fill('New password', NEW_PASSWORD, true),
  fill('Confirm new password', NEW_PASSWORD),
  button('Reset Password'),
);

/** The same, and the password is a new one now. */
export const passwordReset = steps(resetLink, stayOnPage, sendNewPassword, heading('Password Reset'));

/** The page leads on by itself after three seconds, less than it takes to look at everything: that timer never starts. */
async function stayOnPage(page: Page): Promise<void> {
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

async function followResetLink(page: Page, { email }: Pick<TestUser, 'email'>): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  const redirectTo = new URL('/reset-password', page.url()).href;
  const asked = await page.request.post(`/auth/v1/recover?redirect_to=${encodeURIComponent(redirectTo)}`, {
    data: { email },
  });
  expect(asked.ok(), await asked.text()).toBe(true);
  await followLink(page, email, /\/auth\/v1\/verify\?/);
  await field('New password', true)(page);
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
  await expect(page.getByRole('button', { name: 'Undo it' })).toBeVisible();
}

/** The same, and the password is gone. */
export const undone = steps(undoLink, button('Undo it'), heading('It Is Undone'));

/** A sign-up that has to be confirmed, as the server answers it where confirmation is on: with the user alone. */
export async function checkYourEmail(page: Page, user: TestUser = stranger()): Promise<void> {
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

/** The same, and the gift has been opened. */
export const giftOpened = steps(claimLink, button('Open the Gift'), heading('It Is Yours'));

/** The link is none of ours. */
export const giftRefused = steps(button('Open the Gift'), alert());

/** Goes to such a link in the emails that have arrived for an address. */
async function followLink(page: Page, address: string, wanted: RegExp): Promise<void> {
  let link: string | undefined;
  await expect(async () => {
    const emails = await receivedEmails(`${shopOf(page).url}${DEV_PATHS.mailbox}`, address);
    link = emails.flatMap(({ links }) => links).find((each) => wanted.test(each));
    expect(link).toBeDefined();
  }).toPass();
  await page.goto(link ?? '');
}
