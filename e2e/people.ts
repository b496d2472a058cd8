import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { SESSION_STORAGE_KEY } from '../src/contract/session-storage.ts';
import { HARBOR_ADDRESS } from '../test/clients/shopper.ts';

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
}

/** Somebody nobody has heard of yet. */
export function stranger(): Person {
  return {
    firstName: 'Ada',
    lastName: 'Quill',
    email: `ada-${randomUUID().slice(0, 8)}@example.com`,
    password: 'a-harbor-under-fog-1957',
  };
}

/** Fills the signup form without sending it. */
export async function fillSignup(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByLabel('Street address').fill('1 Ferry Road');
  await page.getByLabel('City').fill('Wick Harbor');
  await page.getByLabel('State').fill('ME');
  await page.getByLabel('ZIP code').fill('04579');
}

/** Signs a stranger up by the form, up to the choice of a season. */
export async function signUpByForm(page: Page, person: Person = stranger()): Promise<Person> {
  await page.goto('/signup');
  await fillSignup(page, person);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expectSeasons(page);
  return person;
}

/** A stranger with an account, at the choice of a season. */
export async function signUp(page: Page, person: Person = stranger()): Promise<Person> {
  await enrol(page, person);
  await page.goto('/season-selection');
  await expectSeasons(page);
  return person;
}

/** A stranger with an account, and the session that the form's answer brings: the browser has it, and no page of the app yet. */
export async function enrol(page: Page, person: Person = stranger()): Promise<Person & Session> {
  const fullName = `${person.firstName} ${person.lastName}`;
  const home = { ...HARBOR_ADDRESS, fullName, addressLine1: '1 Ferry Road', postalCode: '04579' };
  const answer = await page.request.post('/auth/v1/signup', {
    data: { email: person.email, password: person.password, data: { full_name: fullName, shipping_address: home } },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const session = (await answer.json()) as SessionReply;
  await keepSession(page, session);
  return { ...person, userId: session.user.id, accessToken: session.access_token };
}

/** What the identity server answers whoever comes in. */
export interface SessionReply {
  readonly access_token: string;
  readonly user: { readonly id: string; readonly email: string };
}

/** The browser has the session from now on, and no page of the app yet. */
export async function keepSession(page: Page, session: SessionReply): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    SESSION_STORAGE_KEY,
    JSON.stringify(session),
  ] as const);
}

/** Whose session the browser has. */
export async function whoIs(page: Page): Promise<Session & Pick<Person, 'email'>> {
  const kept = await page.evaluate((key) => localStorage.getItem(key), SESSION_STORAGE_KEY);
  if (kept === null) throw new Error('Nobody is signed in here.');
  const { access_token: accessToken, user } = JSON.parse(kept) as SessionReply;
  return { userId: user.id, email: user.email, accessToken };
}

export interface Session {
  readonly userId: string;
  readonly accessToken: string;
}

async function expectSeasons(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Choose Your Season' })).toBeVisible();
}

export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}
