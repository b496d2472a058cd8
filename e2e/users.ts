import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Session, SessionReply } from '../test/clients/shopper.ts';
import { SESSION_STORAGE_KEY } from '../src/contract/session-storage.ts';
import { HARBOR_ADDRESS } from '../test/builders/addresses.ts';
import { button, fill, heading, steps } from './steps.ts';

export type TestUser = ReturnType<typeof stranger>;

/** A user without an account yet. */
export function stranger() {
  return {
    firstName: 'Ada',
    lastName: 'Quill',
    email: `ada-${randomUUID().slice(0, 8)}@example.com`,
    password: 'a-harbor-under-fog-1957',
  };
}

/** At the account, with the app running. */
export async function atAccount(page: Page): Promise<void> {
  await heading('Your Account')(page);
  await appRuns(page);
}

/** A static frame has no Sign Out button. */
async function appRuns(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out', includeHidden: true })).toBeAttached();
}

/** Name, email and password of the signup form. */
export async function fillSignupWithoutAddress(page: Page, account: TestUser): Promise<void> {
  await page.getByLabel('First name').fill(account.firstName);
  await page.getByLabel('Last name').fill(account.lastName);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Confirm password').fill(account.password);
}

/** Fills the signup form without sending it. */
export async function fillSignup(page: Page, account: TestUser): Promise<void> {
  await fillSignupWithoutAddress(page, account);
  await page.getByLabel('Street address').fill('1 Ferry Road');
  await page.getByLabel('City').fill('Wick Harbor');
  await page.getByLabel('State').fill('ME');
  await page.getByLabel('ZIP code').fill('04579');
}

/** Signs a stranger up by the form, up to the choice of a season. */
export async function signUpByForm(page: Page, account: TestUser = stranger()): Promise<TestUser> {
  await page.goto('/signup');
  await fillSignup(page, account);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await heading('Choose Your Season')(page);
  return account;
}

/** A stranger with an account, at the choice of a season. */
export async function signUp(page: Page, account: TestUser = stranger()): Promise<TestUser> {
  await enrol(page, account);
  await page.goto('/season-selection');
  await heading('Choose Your Season')(page);
  await appRuns(page);
  return account;
}

/** A stranger with an account. The browser has the session of the form's answer, but no app page yet. */
export async function enrol(page: Page, account: TestUser = stranger()): Promise<TestUser & Session> {
  const fullName = `${account.firstName} ${account.lastName}`;
  const home = { ...HARBOR_ADDRESS, fullName, addressLine1: '1 Ferry Road', postalCode: '04579' };
  const answer = await page.request.post('/auth/v1/signup', {
    data: { email: account.email, password: account.password, data: { full_name: fullName, shipping_address: home } },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const session = (await answer.json()) as SessionReply;
  await storeSession(page, session);
  return { ...account, userId: session.user.id, accessToken: session.access_token };
}

/** Stores the session in the browser, without opening an app page. */
export async function storeSession(page: Page, session: SessionReply): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    SESSION_STORAGE_KEY,
    JSON.stringify(session),
  ] as const);
}

/** Whose session the browser has. */
export async function whoIs(page: Page): Promise<Session> {
  const stored = await page.evaluate((key) => localStorage.getItem(key), SESSION_STORAGE_KEY);
  if (stored === null) throw new Error('This browser has no session.');
  const { access_token: accessToken, user } = JSON.parse(stored) as SessionReply;
  return { userId: user.id, email: user.email, accessToken };
}

export async function signIn(page: Page, { email, password }: Pick<TestUser, 'email' | 'password'>): Promise<void> {
  // The sign-up form, which may still be leaving, has fields of the same names.
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await steps(fill({ Email: email, Password: password }), button('Sign In'))(page);
}
