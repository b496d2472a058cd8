import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { DEV_PATHS } from '../src/contract/dev-paths.ts';
import { giveAuthenticator } from './authenticator.ts';
import { enrol, fillSignup, type TestUser, stranger, whoIs } from './users.ts';

// What a mail of ours brings somebody to, or promises them.

const NEW_PASSWORD = 'kelp-and-candles-8';

/** A reset link has been asked for. */
export async function linkSent(page: Page, { email }: TestUser = stranger()): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByText('a reset link is on its way')).toBeVisible();
}

/** The link of a reset mail has been followed. */
export async function resetLink(page: Page): Promise<void> {
  await followResetLink(page, await enrol(page));
}

/** The same, and the password is a new one now. */
export async function passwordReset(page: Page): Promise<void> {
  await resetLink(page);
  await sendNewPassword(page);
  await expect(page.getByRole('heading', { name: 'Password Reset' })).toBeVisible();
  // It leads on by itself after three seconds, which is less than it takes to look at everything.
  await page.evaluate(() => {
    for (let timer = Number(setTimeout(() => undefined)); timer > 0; timer--) clearTimeout(timer);
  });
}

/** The same, for an account that asks for the authenticator first. */
export async function resetOwesSecondStep(page: Page): Promise<void> {
  const user = await enrol(page);
  await giveAuthenticator(page, user.accessToken);
  await followResetLink(page, user);
  await sendNewPassword(page);
  await expect(page.getByLabel('Verification code')).toBeVisible();
}

async function followResetLink(page: Page, { email }: Pick<TestUser, 'email'>): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  const redirectTo = new URL('/reset-password', page.url()).href;
  const asked = await page.request.post(`/auth/v1/recover?redirect_to=${encodeURIComponent(redirectTo)}`, {
    data: { email },
  });
  expect(asked.ok(), await asked.text()).toBe(true);
  await page.goto(await linkTo(page, email, /\/auth\/v1\/verify\?/));
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
}

async function sendNewPassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Reset Password' }).click();
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
  await page.goto(await linkTo(page, email, /\/undo\?token=/));
  await expect(page.getByRole('button', { name: 'Undo it' })).toBeVisible();
}

/** The same, and the password is gone. */
export async function undone(page: Page): Promise<void> {
  await undoLink(page);
  await page.getByRole('button', { name: 'Undo it' }).click();
  await expect(page.getByRole('heading', { name: 'It Is Undone' })).toBeVisible();
}

/** A sign-up that has to be confirmed, as the server answers it where confirmation is on: with the user alone. */
export async function checkYourEmail(page: Page, user: TestUser = stranger()): Promise<void> {
  const id = randomUUID();
  await page.route('**/auth/v1/signup*', (route) => route.fulfill({ json: { id, aud: 'authenticated' } }), {
    times: 1,
  });
  await fillSignup(page, user);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
}

/** The link of the mail about a gift has been followed. */
export async function claimLink(page: Page): Promise<void> {
  const { email } = await whoIs(page);
  await page.goto(await linkTo(page, email, /\/gift\/claim\?token=/));
  await expect(page.getByRole('button', { name: 'Open the Gift' })).toBeVisible();
}

/** The same, and the gift has been opened. */
export async function giftOpened(page: Page): Promise<void> {
  await claimLink(page);
  await page.getByRole('button', { name: 'Open the Gift' }).click();
  await expect(page.getByRole('heading', { name: 'It Is Yours' })).toBeVisible();
}

/** The link is none of ours. */
export async function giftRefused(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the Gift' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
}

/** A link in the newest mail that has one like it, by the mailbox that every shop for trying out has. */
async function linkTo(page: Page, to: string, wanted: RegExp): Promise<string> {
  const ask = async (path: string): Promise<unknown> =>
    await (await page.request.get(`${DEV_PATHS.mailbox}/api/messages${path}`)).json();
  let found: string | undefined;
  await expect(async () => {
    const { messages } = (await ask(`?to=${encodeURIComponent(to)}`)) as { messages: { id: string }[] };
    for (const { id } of messages) {
      const { links } = (await ask(`/${id}`)) as { links: string[] };
      found ??= links.find((link) => wanted.test(link));
    }
    expect(found).toBeDefined();
  }).toPass({ intervals: [100], timeout: 20_000 });
  return found ?? '';
}
